import { lazyComponent } from '../../ui/lazy-component'

export const ReversedRange = lazyComponent(async () => (await import('./reversed-notice')).ReversedNotice)

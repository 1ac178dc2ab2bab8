import { lazyComponent } from '../ui/lazy-component'

/** The form kit is loaded after the page, which is heavy enough without it. */
export const Component = lazyComponent(async () => (await import('./follow-up-form')).FollowUpForm)

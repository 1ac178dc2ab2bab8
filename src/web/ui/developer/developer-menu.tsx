import { lazyComponent } from '../lazy-component'
import { Popover } from '../overlay/popover'
import type { DeveloperTools } from './developer-tools'

const Tools = lazyComponent(async () => (await import('./developer-tools')).DeveloperTools)

/** The API request behind a page: its path, as cURL, and its response. */
export const DeveloperMenu = (props: Parameters<typeof DeveloperTools>[0]) => (
  <Popover label="Developer" icon="terminal">
    {() => <Tools {...props} />}
  </Popover>
)

import { getOwn } from '../lib/text/get-own'
import type { IconName } from '../ui/icon/icon'
import { defineStatuses } from '../ui/status-badge'

/** Sources write the status differently, so case doesn’t count. */
export const deviceStatus = defineStatuses(
  {
    online: { tone: 'good', glyph: 'active', word: 'Online' },
    offline: { tone: 'calm', glyph: 'idle', word: 'Offline' },
  },
  (status) => status.trim().toLowerCase(),
)

type Made = { manufacturer?: string | null; model?: string | null }

/** "Lenovo ThinkPad T14". */
export const modelText = ({ manufacturer, model }: Made) => [manufacturer, model].filter(Boolean).join(' ')

const icons: Record<string, IconName> = {
  laptop: 'laptop',
  desktop: 'monitor',
  server: 'server',
  firewall: 'router',
  router: 'router',
  switch: 'router',
  'access point': 'router',
  storage: 'hard-drive',
  printer: 'printer',
}

export const typeIcon = (type: string | null | undefined): IconName =>
  getOwn(icons, type?.trim().toLowerCase()) ?? 'monitor-smartphone'

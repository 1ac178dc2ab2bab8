import { getOwn } from '../lib/text/get-own'
import type { IconName } from '../ui/icon/icon'
import { type BadgeProps, unknownStatus } from '../ui/status-badge'

/** Values of our own server. */
export const statusLabels = { online: 'Online', offline: 'Offline' }

const badges: Record<string, BadgeProps> = {
  online: { tone: 'good', glyph: 'active', word: 'Online' },
  offline: { tone: 'calm', glyph: 'idle', word: 'Offline' },
}

/** Sources format the status differently, so compare online and offline ignoring case. */
export const statusBadge = (status: string) => getOwn(badges, status.trim().toLowerCase()) ?? unknownStatus(status)

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

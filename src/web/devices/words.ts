import { own } from '../kit/own'
import type { IconName } from '../kit/ui/icon'
import { type Look, unknownState } from '../kit/ui/state'

/** As our own server writes them. */
export const statusWords = { online: 'Online', offline: 'Offline' }

const looks: Record<string, Look> = {
  online: { tone: 'good', glyph: 'active', word: 'Online' },
  offline: { tone: 'calm', glyph: 'idle', word: 'Offline' },
}

/** Each source writes a status in its own way, so the two that all of them know are known however they are written. */
export const statusLook = (status: string) => own(looks, status.trim().toLowerCase()) ?? unknownState(status)

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
  own(icons, type?.trim().toLowerCase()) ?? 'monitor-smartphone'

import { dayFrom } from '../../ui/format/days-from-today'

/** "companies-2026-11-23.xlsx", with the user’s day. */
export const fileName = (title: string, extension: string, now?: Date) =>
  `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${dayFrom(0, now)}.${extension}`

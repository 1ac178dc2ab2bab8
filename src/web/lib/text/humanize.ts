import { capitalize } from './capitalize'

/** Turns "device.warrantyEnd" or "create_ticket" into words. */
export const humanize = (name: string) => {
  const words = name
    .split('.')
    .map((part) =>
      part
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll(/[_-]+/g, ' ')
        .toLowerCase(),
    )
    .join(' ')
    .trim()
  return capitalize(words)
}

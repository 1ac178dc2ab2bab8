import { clientOverview } from './sections'

/** As many as there is room for side by side. */
export const mostCompared = 4

/** The page that compares the selected clients; null for one, or for too many. */
export const comparisonOf = (clients: { id: string }[], thresholds: string) =>
  clients.length < 2 || clients.length > mostCompared
    ? null
    : {
        label: `Compare ${clients.length}`,
        href: `${clientOverview.path}/compare?${new URLSearchParams({ ids: clients.map(({ id }) => id).join(), ...(thresholds && { thresholds }) })}`,
      }

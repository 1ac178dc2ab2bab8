import { getOwn } from '../../lib/text/get-own'

type Dashboard = {
  url?: string | null
  allowInIframe?: boolean | null
  framePolicy?: string | null
  companyUrls?: { companyId?: string | null; companyName?: string | null; url?: string | null }[] | null
}

/** Whether a dashboard may be embedded and with which sandbox, or why not. */
type Framing = { sandbox: string } | { because: string }

const isolated = 'allow-scripts allow-forms'
const itsOwnOrigin = `${isolated} allow-same-origin`

/** Sandbox for a frame policy. Without one the flag decides; unknown policies forbid embedding. */
const policies: Record<string, string | null> = {
  '': isolated,
  allow: isolated,
  allowall: isolated,
  sandbox: isolated,
  sameorigin: itsOwnOrigin,
  'same-origin': itsOwnOrigin,
  'allow-same-origin': itsOwnOrigin,
  deny: null,
  none: null,
}

export const framingOf = (
  { allowInIframe, framePolicy }: Dashboard,
  address: string | null | undefined,
  console: string,
): Framing => {
  if (!address || !URL.canParse(address)) return { because: 'This dashboard has no valid address.' }
  const { protocol, origin } = new URL(address)
  const sandbox = getOwn(policies, (framePolicy ?? '').trim().toLowerCase())
  if (typeof allowInIframe !== 'boolean')
    return { because: 'The server doesn’t say whether this dashboard can be embedded.' }
  if (!allowInIframe) return { because: 'This dashboard is set to open in a new tab.' }
  if (sandbox === null) return { because: `Its frame policy, “${framePolicy}”, doesn’t allow embedding.` }
  if (sandbox === undefined) return { because: `Its frame policy, “${framePolicy}”, isn’t recognised.` }
  if (protocol !== 'https:') return { because: 'Its address isn’t https, so it can’t be embedded.' }
  if (origin === console) return { because: 'Its address is this console’s own, so it can’t be embedded.' }
  return { sandbox }
}

/** The company’s URL, else the general one. */
export const addressFor = ({ url, companyUrls }: Dashboard, companyId: string | null) => {
  const special = companyId === null ? undefined : companyUrls?.find((one) => one.companyId === companyId)
  return { address: special?.url || url || null, company: special?.url ? special : undefined }
}

/** Host of the URL, or the text if it is not a URL. */
export const hostOf = (address: string | null | undefined) =>
  address && URL.canParse(address) ? new URL(address).host || address : (address ?? '')

import { parseAccept } from 'hono/utils/accept'
import pLimit from 'p-limit'
import { type BriefKind, briefFileName, briefTypes, endings, leftOutHeader } from '../../contract/briefs'
import type { BriefChoice, ReadBrief } from '../../contract/core/brief-document'
import { notPrintedHeader } from '../../contract/core/brief-not-printed'
import { createFairQueue } from '../api/fair-queue'
import { connectionClosed, Problem } from '../api/problem'
import { createWriter } from './writer'

/** `caller` identifies who sends the request; for what is not in `chosen`, the stored choices count. */
type Wanted = { companyId: string; caller: string; chosen: Partial<BriefChoice>; zone: string }

/** Calls the API as the caller. */
type Fetch = (path: string) => Promise<Response>

/** Answers the request with a file, or throws a Problem. */
export type MakeBrief = (request: Request, wanted: Wanted, fetch: Fetch) => Promise<Response>

/** The data of one can be read while another is written; the rest wait, and of each caller only so many. */
const turns = { maxConcurrent: 2, waiting: 60, stallMs: 120_000 }
/** Requests of one brief at a time, as in a browser. */
const requests = 6

/** Makes briefs as files: reads the data by the web app's own queries, and writes in a thread. */
export const createBriefs = (thread: URL, read: ReadBrief) => {
  const writer = createWriter(thread)
  const turn = createFairQueue(turns)

  const make: MakeBrief = async (request, { caller, ...wanted }, fetch) => {
    const kind = wantedKind(request.headers.get('accept'))
    const { brief, file, missingGlyphs } = await turn(caller, async () => {
      // It may have disconnected while it waited.
      if (request.signal.aborted) throw connectionClosed()
      const brief = await readOrRefuse(read, wanted, fetch)
      return { brief, ...(await writer.write({ brief, kind })) }
    })
    return new Response(file, {
      headers: {
        'content-type': briefTypes[kind],
        'content-length': String(file.byteLength),
        'content-language': brief.locale,
        'content-disposition': `attachment; filename="brief.${endings[kind]}"; filename*=UTF-8''${encoded(briefFileName(brief, kind))}`,
        ...(brief.leftOutNames.length > 0 && { [leftOutHeader]: brief.leftOutNames.join(', ') }),
        ...(missingGlyphs.length > 0 && {
          [notPrintedHeader]: encodeURIComponent(missingGlyphs.slice(0, 20).join('').toWellFormed()),
        }),
      },
    })
  }
  return { make, close: writer.close }
}

/** As RFC 8187 has it. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const wantedKind = (accept: string | null) => {
  const kinds = Object.entries(briefTypes) as [BriefKind, string][]
  const ranges = parseAccept(accept || '*/*').filter(({ q }) => q > 0)
  const matches = (range: string, type: string) => range === type || range === '*/*' || range === 'application/*'
  const found = ranges.flatMap(
    ({ type: range }) => kinds.find(([, type]) => matches(range.toLowerCase(), type)) ?? [],
  )[0]
  if (!found)
    throw new Problem(
      406,
      'Not available',
      `Briefs are available as ${Object.values(briefTypes).join(' or ')}. Send one of these types in the Accept header.`,
    )
  return found as BriefKind
}

/** What a brief leaves out because it is not allowed or not there; anything else is no reason to leave it out. */
const leftOut = [403, 404, 405]

const readOrRefuse = async (read: ReadBrief, { companyId, chosen, zone }: Omit<Wanted, 'caller'>, fetch: Fetch) => {
  const limit = pLimit(requests)
  let failed: Response | undefined
  const fetchOrFail: Fetch = async (path) => {
    const response = await limit(() => fetch(path))
    if (response.ok || leftOut.includes(response.status)) return response
    failed ??= response
    throw new Error(`${path} was answered with ${response.status}.`)
  }
  try {
    return await read(companyId, chosen, zone, fetchOrFail)
  } catch (error) {
    if (failed) throw await problemOf(failed)
    const { status, detail } = error as { status?: number; detail?: string }
    if (!status || !detail) throw error
    // Below 0 it was looked for in a list, as far as that may be read.
    const given = status < 0 ? 404 : status
    throw new Problem(given, given === 404 ? 'Not found' : 'Not allowed', detail)
  }
}

/** Passes the API’s error on, with its sentence and `Retry-After`. */
export const problemOf = async (response: Response) => {
  const body = await response.json().catch(() => null)
  const wait = response.headers.get('retry-after')
  const headers = wait ? { headers: { 'retry-after': wait } } : {}
  if (typeof body?.detail === 'string' && typeof body.title === 'string')
    return new Problem(response.status, body.title, body.detail, headers)
  return new Problem(
    502,
    'Brief not made',
    `The data of the brief couldn’t be read: the server answered with status ${response.status}. Try again in a few seconds.`,
    headers,
  )
}

import { parseAccept } from 'hono/utils/accept'
import pLimit from 'p-limit'
import { briefTypes, type Paper } from '../../contract/briefs'
import type { BriefDocument, BriefLanguage, ReadBrief } from '../../contract/core/brief-document'
import { Problem } from '../api/problem'
import { createWriter } from './writer'

type Wanted = { companyId: string; language: BriefLanguage; paper: Paper }

/** Calls the API as whoever asks for the brief. */
type Fetch = (path: string) => Promise<Response>

/** Answers the request with a file, or throws a Problem. */
export type MakeBrief = (request: Request, wanted: Wanted, fetch: Fetch) => Promise<Response>

/** The data of one can be read while another is written; the rest wait, and only so many. */
const together = 2
const mostWaiting = 60
/** Requests of one brief at a time, as in a browser. */
const requests = 6

/** Makes briefs as files: reads the data by the web app's own queries, and writes in a thread. */
export const createBriefs = (thread: URL, read: ReadBrief) => {
  const writer = createWriter(thread)
  const limit = pLimit(together)

  const make: MakeBrief = async (request, { companyId, language, paper }, fetch) => {
    const type = wantedType(request.headers.get('accept'))
    if (limit.pendingCount >= mostWaiting) throw tooMany()
    const { brief, file } = await limit(async () => {
      // Whoever has gone by now wants nothing.
      request.signal.throwIfAborted()
      const brief = await readOrRefuse(read, companyId, language, fetch)
      return { brief, file: await writer.write({ brief, type, paper }) }
    })
    return new Response(file, {
      headers: {
        'content-type': type,
        'content-length': String(file.byteLength),
        'content-language': brief.locale,
        'content-disposition': `attachment; filename="brief.${endings[type]}"; filename*=UTF-8''${encoded(nameOf(brief, type))}`,
      },
    })
  }
  return { make, close: writer.close }
}

const endings: Record<string, string> = { [briefTypes.pdf]: 'pdf', [briefTypes.word]: 'docx' }

const nameOf = ({ title, client }: BriefDocument, type: string) =>
  `${[title, client].filter(Boolean).join(', ').toWellFormed().slice(0, 150).toWellFormed()}.${endings[type]}`

/** As RFC 8187 has it. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const wantedType = (accept: string | null) => {
  const types = Object.values(briefTypes)
  const ranges = parseAccept(accept || '*/*').filter(({ q }) => q > 0)
  const matches = (range: string, type: string) => range === type || range === '*/*' || range === 'application/*'
  const range = ranges.find(({ type }) => types.some((ours) => matches(type.toLowerCase(), ours)))
  const found = range && types.find((type) => matches(range.type.toLowerCase(), type))
  if (!found)
    throw new Problem(
      406,
      'Not available',
      `A brief is made as ${types.join(' or as ')}. Send one of them in the header Accept.`,
    )
  return found
}

/** What a brief leaves out because it is not allowed or not there; anything else is no reason to leave it out. */
const leftOut = [403, 404, 405]

const readOrRefuse = async (read: ReadBrief, companyId: string, language: BriefLanguage, fetch: Fetch) => {
  const limit = pLimit(requests)
  let failed: Response | undefined
  const fetchOrFail: Fetch = async (path) => {
    const response = await limit(() => fetch(path))
    if (response.ok || leftOut.includes(response.status)) return response
    failed ??= response
    throw new Error(`${path} was answered with ${response.status}.`)
  }
  try {
    return await read(companyId, language, fetchOrFail)
  } catch (error) {
    if (failed) throw await problemOf(failed)
    const { status, detail } = error as { status?: number; detail?: string }
    if (!status || !detail) throw error
    throw new Problem(status, status === 404 ? 'Not found' : 'Not allowed', detail)
  }
}

/** What the API said, so that the sentence and the time to wait reach whoever asks. */
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

const tooMany = () =>
  new Problem(503, 'Busy', 'Too many briefs are being made; this one was not started. Retry in 30 seconds.', {
    headers: { 'retry-after': '30' },
  })

import http from 'node:http'
import pg from 'pg'
import { npsResponsesTable } from '../../src/server/resources/nps'

/* The limit: node:http alone. /constant sends a page that was read once, any other path asks the database for it. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { fields, source } = npsResponsesTable
const text = `
  with page as materialized (
    select t.id, t.response_date from nps_responses t order by t.response_date desc nulls last, t.id limit 25
  )
  select '{"data":[' || string_agg(line.json, ',' order by page.response_date desc nulls last, page.id)
    || '],"pagination":{"page":1,"limit":25,"totalCount":' || (select rows from list_versions where name = 'nps_responses')
    || '}}' as answer
  from page cross join lateral (
    select row_to_json(r)::text as json from (select ${fields} from ${source} where t.id = page.id) r
  ) line`

const read = async () => (await pool.query<{ answer: string }>({ name: 'page', text })).rows[0]?.answer ?? ''
const constant = Buffer.from(await read())

const server = http.createServer(async (request, response) => {
  const body = request.url === '/constant' ? constant : Buffer.from(await read())
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))

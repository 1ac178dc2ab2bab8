import { expect } from 'vitest'
import { basePath } from '../../src/contract/base-path'
import { adminKey, startServer } from '../instance'
import { scratch } from '../scratch'
import { experiment } from './experiment'

experiment('A stop fails no request that it has taken', async () => {
  const { folder, remove } = await scratch()
  const server = await startServer(folder, { QUARTERDECK_DEMO: '0.1' })
  const ask = () => fetch(`${server.origin}${basePath}/companies`, { headers: { authorization: `Bearer ${adminKey}` } })
  const answers = await Promise.all([ask(), ask()])
  expect(await server.kill('SIGTERM')).toBe(0)
  await remove()
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  return { harm: 'SIGTERM', count: `${answers.length} requests`, result: 'all answered' }
})

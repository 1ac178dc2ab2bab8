import fs from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { startBalancer, startClients } from './support/balancer'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'

const environment = { QUARTERDECK_RATE_LIMIT: '0' }

const stops = 10

/** How many requests of the clients a server has written down. */
const takenBy = async (log: string) =>
  (await fs.readFile(log, 'utf8')).split('\n').filter((line) => line.includes('"msg":"request"')).length

experiment('A stop fails no request that it has taken', async () => {
  let [answered, untaken] = [0, 0]
  for (let stop = 0; stop < stops; stop++) {
    const { folder } = await createTempFolder()
    await fs.cp(process.env.E2E_SAMPLE ?? '', folder, { recursive: true })
    const log = path.join(folder, 'log')
    const server = await startServer(folder, { ...environment, QUARTERDECK_DEMO: 'off', LOG_LEVEL: 'info' }, log)
    const clients = startClients(() => [server.origin], 20, true)
    await expect.poll(() => clients.found.answered > 100, { timeout: 30_000, interval: 5 }).toBe(true)
    const stopped = server.kill('SIGTERM')
    const ended = stopped.then(() => clients.stop())
    expect(await stopped).toBe(0)
    await ended
    // What it did not take any more was refused, or reset by the kernel that held it, which is no failure of a request.
    expect(clients.found.failures.filter((failure) => !/^ECONN(REFUSED|RESET)$/.test(failure))).toEqual([])
    expect(clients.found.answered).toBe(await takenBy(log))
    answered += clients.found.answered
    untaken += clients.found.failures.filter((failure) => failure === 'ECONNRESET').length
  }
  return {
    harm: 'SIGTERM under 20 clients, each on a new connection from then on',
    count: `${stops} stops, ${answered} requests taken`,
    result: `all answered with 200; ${untaken} connections came as the listener closed`,
  }
})

experiment('Two instances over one PostgreSQL hand over with no error', async () => {
  const cluster = await startCluster()
  const { folder } = await createTempFolder()
  const start = () => startServer(folder, { ...environment, DATABASE_URL: cluster.url, QUARTERDECK_DEMO: '0.1' })
  let serving = await start()
  const { origins, balance, stop: stopBalancer } = startBalancer()
  await balance([serving.origin])
  const kept = startClients(origins, 10, true)
  const fresh = startClients(origins, 10, false)
  for (let stop = 0; stop < stops; stop++) {
    const next = await start()
    await balance([serving.origin, next.origin])
    const before = kept.found.answered
    await expect.poll(() => kept.found.answered > before + 50, { timeout: 30_000, interval: 5 }).toBe(true)
    expect(await serving.kill('SIGTERM')).toBe(0)
    serving = next
    await balance([serving.origin])
  }
  await Promise.all([kept.stop(), fresh.stop()])
  stopBalancer()
  expect([...kept.found.failures, ...fresh.found.failures]).toEqual([])
  return {
    harm: 'a second instance is started, SIGTERM to the first, behind a balancer that asks /readyz, under 10 clients on kept and 10 on new connections',
    count: `${stops} times, ${kept.found.answered} + ${fresh.found.answered} requests`,
    result: 'every request was answered with 200',
  }
})

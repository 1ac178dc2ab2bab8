import http from 'node:http'
import { basePath } from '../../../src/contract/core/base-path'
import { adminKey } from '../../support/instance'

/** As a balancer does: sends to those that say that they are ready. */
export const startBalancer = () => {
  let all: string[] = []
  let ready: string[] = []
  const check = async () => {
    const answers = await Promise.all(
      all.map((origin) =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = all.filter((_, index) => answers[index])
  }
  const timer = setInterval(check, 50)
  return {
    origins: () => (ready.length > 0 ? ready : all),
    balance: (origins: string[]) => {
      all = origins
      return check()
    },
    stop: () => clearInterval(timer),
  }
}

/** Asks on kept connections, or on a new one each time; only a refused connection goes to the next server. */
export const startClients = (origins: () => string[], count: number, keepAlive: boolean) => {
  const stop = new AbortController()
  const agent = new http.Agent({ keepAlive, maxSockets: count })
  const found = { answered: 0, failures: [] as string[] }
  const once = (origin: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${adminKey}` }
      const request = http.get(`${origin}${basePath}/companies?limit=5`, { agent, headers }, (response) => {
        response
          .resume()
          .once('end', () => resolve(response.statusCode ?? 0))
          .once('error', reject)
      })
      request.once('error', reject)
    })
  const client = async () => {
    while (!stop.signal.aborted) {
      let failure = ''
      for (const origin of origins()) {
        failure = await once(origin).then(
          (status) => (status === 200 ? '' : String(status)),
          (error: NodeJS.ErrnoException) => error.code ?? error.message,
        )
        if (failure !== 'ECONNREFUSED') break
      }
      if (failure && !(stop.signal.aborted && failure === 'ECONNREFUSED')) found.failures.push(failure)
      else if (!failure) found.answered++
    }
  }
  const asking = Promise.all(Array.from({ length: count }, client))
  return {
    found,
    stop: async () => {
      stop.abort()
      await asking
      agent.destroy()
    },
  }
}

import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type Answer = { code: number; text: string }

/** A real mail server on this machine. What it has taken is in `received`, and for whom in `takenFor`; the hooks say how it takes the next. */
export const startMailServer = async (o: { user?: string; password?: string } = {}) => {
  const received: ParsedMail[] = []
  const takenFor: string[][] = []
  const hooks = {
    /** Refuses a recipient. */
    refuse: (_address: string): Answer | null => null,
    /** Runs when an email has arrived whole and before the server says so. */
    arrived: async (_mail: ParsedMail): Promise<Answer | null> => null,
  }
  const failed = ({ code, text }: Answer) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: o.password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(o.password === undefined ? ['AUTH'] : [])],
    onAuth: ({ username, password }, _session, answer) =>
      username === o.user && password === o.password
        ? answer(null, { user: username })
        : answer(failed({ code: 535, text: 'Authentication failed' })),
    onRcptTo: ({ address }, _session, answer) => {
      const refusal = hooks.refuse(address)
      answer(refusal && failed(refusal))
    },
    onData: async (stream, { envelope }, answer) => {
      const mail = await simpleParser(stream)
      const refusal = await hooks.arrived(mail)
      if (!refusal) {
        received.push(mail)
        takenFor.push(envelope.rcptTo.map(({ address }) => address))
      }
      answer(refusal && failed(refusal))
    },
  })
  // A program that is killed breaks off its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const signIn = o.password === undefined ? '' : `${o.user}:${o.password}@`
  return {
    received,
    takenFor,
    hooks,
    url: `smtp://${signIn}127.0.0.1:${port}`,
    port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

import { describe, expect, it } from 'vitest'
import { mailTo } from './mail'

const read = (answer: Parameters<typeof mailTo>[0]) => {
  const link = new URL(mailTo(answer) ?? '')
  return { to: decodeURIComponent(link.pathname), fields: Object.fromEntries(link.searchParams) }
}

const answer = {
  respondentName: 'Dariusz Wolny',
  respondentEmail: 'dariusz.wolny+nps@bramleyorchard.co.uk',
  feedbackText: 'Third week running.\nEach time a new number & no history?',
  responseDate: '2026-11-21T13:12:00.000Z',
}

describe('a mail to who answered', () => {
  it('greets, and quotes what was written line by line', () => {
    const { to, fields } = read(answer)
    expect(to).toBe('dariusz.wolny+nps@bramleyorchard.co.uk')
    expect(Object.keys(fields)).toEqual(['subject', 'body'])
    expect(fields.body?.split('\r\n')).toEqual([
      'Hello Dariusz Wolny,',
      '',
      'Thank you for your response of 21 Nov 2026.',
      'You wrote:',
      '',
      '> Third week running.',
      '> Each time a new number & no history?',
      '',
      '',
    ])
  })

  it('adds no field and no recipient, whatever stands in the texts', () => {
    const { to, fields } = read({
      ...answer,
      respondentName: 'A\r\nBcc: other@example.com',
      feedbackText: '&bcc=other@example.com&body=\ud800',
    })
    expect(to).toBe(answer.respondentEmail)
    expect(Object.keys(fields)).toEqual(['subject', 'body'])
    expect(fields.body).toContain('Hello A Bcc: other@example.com,')
    expect(fields.body).toContain('> &bcc=other@example.com&body=\ufffd')
  })

  it('quotes the beginning of what is very long', () => {
    const { fields } = read({ ...answer, feedbackText: '🙂'.repeat(5000) })
    expect(fields.body).toContain(`> ${'🙂'.repeat(800)} …`)
  })

  it('needs neither name nor words nor date', () => {
    const { fields } = read({ respondentEmail: 'a@b.co' })
    expect(fields.body).toBe('Hello,\r\n\r\nThank you for your response.\r\n\r\n')
  })

  it.each([null, '', 'nobody', 'a@b@c', 'a@b.co,c@d.co', 'a@b.co?bcc=c@d.co', 'a b@c.co', '<a@b.co>'])(
    'is not offered to %j',
    (respondentEmail) => {
      expect(mailTo({ ...answer, respondentEmail })).toBeNull()
    },
  )
})

/** What is attached arrives as it was made, over a real mail server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailServer, type MailServer } from '../../../tests/support/mail-server'
import { smtpTransport } from './transport'

let server: MailServer
beforeAll(async () => {
  server = await mailServer()
})
afterAll(() => server.close())

it('a file arrives whole, under its own name, beside the text', async () => {
  const send = smtpTransport({ smtpUrl: server.url, mailFrom: 'console@example.com' })
  const bytes = Uint8Array.from({ length: 10_000 }, (_, at) => (at * 31) % 256)
  await send?.({
    to: 'accountant@example.com',
    subject: 'Raport fiscal zilnic',
    text: 'Atașat: CJ-01-2026-11-23-RON.pdf',
    attachments: [{ name: 'CJ-01-2026-11-23-RON.pdf', type: 'application/pdf', bytes }],
  })
  const [mail] = server.received
  expect(mail).toMatchObject({ to: 'accountant@example.com', subject: 'Raport fiscal zilnic' })
  const raw = mail?.text ?? ''
  expect(raw).toMatch(/Content-Type: application\/pdf; name=CJ-01-2026-11-23-RON\.pdf/)
  expect(raw).toContain('Content-Disposition: attachment')
  expect(raw.replace(/\s/g, '')).toContain(Buffer.from(bytes).toString('base64'))
})

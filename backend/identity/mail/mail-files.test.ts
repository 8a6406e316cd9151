/** Files in the outbox take a bounded place, and go with their e-mail. */
import { DAY_MS } from '../../platform/contract/durations'
import { expect, it } from 'vitest'
import type { Person } from '../../../tests/people'
import { testBackend } from '../../../tests/support/backend'
import { mailComposers } from '../../work'
import { keepFiles } from './mail-files.service'
import { deliverNext, pruneMails } from './mail-worker'
import { queueMail, type Composers } from './mail.service'

it('files of an e-mail stay with it where no mail server is set up, for who may read the outbox; each taking is written down', async () => {
  const backend = await testBackend()
  const { db, deps, clock } = backend
  await queueMail(db, { kind: 'fiscal_report', address: 'a@example.com', language: 'en' }, clock())
  const attachments = [{ name: 'Raport.pdf', type: 'application/pdf', bytes: Buffer.from('the report') }]
  const composers: Composers = {
    ...mailComposers,
    fiscal_report: () => Promise.resolve({ subject: 'Report', text: 'Attached', attachments }),
  }
  expect(await deliverNext(deps, composers, null)).toBe(true)
  const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  const files = (as: Person) => backend.json(`/api/mail/v1/mail/${id}/files`, { as, method: 'GET' })
  expect((await files('ana')).body.data).toEqual({ files: [{ nr: 0, name: 'Raport.pdf', size: 10 }] })
  expect((await files('mihai')).status).toBe(403)
  const take = (nr: unknown, as: Person = 'ana') =>
    backend.json<{ data: { file: { content: string } } }>('/api/mail/v1/mail-file', {
      as,
      body: { mail: id, nr },
    })
  const { file } = (await take(0)).body.data
  expect(Buffer.from(file.content, 'base64').toString()).toBe('the report')
  expect((await take(9)).status).toBe(404)
  expect((await take(-1)).status).toBe(422)
  expect((await take(0, 'mihai')).status).toBe(403)
  const entries = await db.selectFrom('audit_log').select('id').where('action', '=', 'download').execute()
  expect(entries).toHaveLength(1)
  await backend.close()
})

it('beyond the bound the oldest files give way, an e-mail’s together; after three months they go with it', async () => {
  const { db, deps, clock, close } = await testBackend()
  const file = { name: 'x.pdf', type: 'application/pdf', bytes: new Uint8Array(30) }
  const keep = (mail: string, at: number) => keepFiles(db, mail, [file, file], clock() + at, 130)
  const kept = async () => {
    const rows = await db
      .selectFrom('mail_files')
      .select('mail_id')
      .orderBy('created_at')
      .orderBy('nr')
      .execute()
    return rows.map(row => row.mail_id).join()
  }
  await keep('first', 0)
  await keep('second', 1)
  // Two processes may have taken the same e-mail: it has its files once, and pushes nobody out by them.
  await keep('second', 2)
  expect(await kept()).toBe('first,first,second,second')
  await keep('third', 3)
  expect(await kept()).toBe('second,second,third,third')

  await queueMail(db, { kind: 'fiscal_report', address: 'a@example.com', language: 'en' }, clock())
  const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await keepFiles(db, id, [file], clock() + 4)
  await pruneMails(deps, clock() + 89 * DAY_MS)
  expect(await kept()).toContain(id)
  await pruneMails(deps, clock() + 91 * DAY_MS)
  expect(await kept()).toBe('second,second,third,third')
  await close()
})

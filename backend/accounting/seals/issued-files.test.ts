/** Only the console says which files were handed out: whoever else could would have any file called genuine. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ana, daily, sealing } from '../../../tests/support/seals'
import { issuedKey, issuedProof } from '../../platform/contract/issued-file'
import { fileMark, issuedPath } from './seals.contract'
import { sealReopening } from './seals.service'
import { shownCode } from './seal-format'

const SECRET = 'a secret of both programs, long enough'
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  Object.assign(backend.deps.env, { sessionSecret: SECRET })
})
afterAll(() => backend.close())

it('a file counts as handed out when the console proves itself, of a document that its reader may see', async () => {
  const { seal } = sealing(() => backend)
  const sealed = await seal(daily('2026-11-01'))
  const file = { code: shownCode(sealed.code), sha256: 'ab'.repeat(32) }
  const tell = async (secret: string, body: object = {}, as: Person = 'mihai') =>
    (
      await backend.json(issuedPath, {
        as,
        method: 'POST',
        body: { ...file, proof: issuedProof(issuedKey(secret), file), ...body },
      })
    ).status
  const known = () =>
    backend.db.selectFrom('seal_files').selectAll().where('sha256', '=', file.sha256).execute()
  expect(await tell('a secret of somebody else, long enough')).toBe(403)
  expect(await tell(SECRET, { sha256: 'cd'.repeat(32) })).toBe(403)
  expect(await tell(SECRET, { proof: '' })).toBe(403)
  expect(await tell(SECRET, {}, 'paulo')).toBe(404)
  expect(await tell(SECRET, {}, 'nora')).toBe(403)
  expect(await known()).toEqual([])
  expect(await tell(SECRET)).toBe(200)
  expect(await tell(SECRET)).toBe(200)
  expect(await known()).toMatchObject([{ seal_id: sealed.id, format: 'pdf' }])
})

it('a workbook and a CSV that were handed out are genuine, then superseded; others are altered or unknown', async () => {
  const { seal, upload } = sealing(() => backend)
  const day = daily('2026-11-02')
  const sealed = await seal(day)
  const code = shownCode(sealed.code)
  for (const format of ['xlsx', 'csv'] as const) {
    const text = `${format};${fileMark(code)}`
    const file = { code, sha256: createHash('sha256').update(text).digest('hex') }
    const body = { ...file, format, proof: issuedProof(issuedKey(SECRET), file) }
    expect((await backend.json(issuedPath, { as: 'mihai', method: 'POST', body })).status).toBe(200)
    expect(await upload(text)).toMatchObject({ state: 'genuine', seal: { code, period: '2026-11-02' } })
    expect(await upload(`${text}.`)).toMatchObject({ state: 'altered', seal: null })
    expect(await upload(`${format};of somebody else`)).toMatchObject({ state: 'unknown', seal: null })
  }
  const wrong = { ...{ code, sha256: 'ef'.repeat(32) }, format: 'exe', proof: '' }
  expect((await backend.json(issuedPath, { as: 'mihai', method: 'POST', body: wrong })).status).toBe(422)
  await backend.db
    .transaction()
    .execute(tx => sealReopening(tx, ana, { ...day, reason: 'Late handpay' }, backend.clock()))
  expect(await upload(`xlsx;${fileMark(code)}`)).toMatchObject({ state: 'superseded' })
})

/** Only the console says which files were handed out: whoever else could would have any file called genuine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { daily, sealing } from '../../tests/support/seals'
import { issuedKey, issuedProof } from '../contract/issued-file'
import { issuedPath } from './seals.contract'
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

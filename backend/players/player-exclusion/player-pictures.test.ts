/**
 * Photos of people who are kept out: what is taken for one, who is shown it and what is written down, and when it goes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bomb, gif, jpeg, png, svg } from '../../../tests/support/pictures'
import { MAX_PICTURE_BYTES, MOST_PICTURES } from './player-pictures.contract'
import { removePast } from './retention.service'

let b: TestBackend
const base = '/api/player-exclusion-processor/v1'
const DAY = 86_400_000
let eva = ''
const register = async (document_number: string) =>
  (
    (await b.json(`${base}/player`, { as: 'mihai', body: { full_name: 'Marin Eva', document_number } })).body
      .data.player as { _id: string }
  )._id
beforeAll(async () => {
  b = await testBackend()
  eva = await register('3991231400010')
  await b.json(`${base}/self-exclusion`, { as: 'mihai', body: { player: eva } })
})
afterAll(() => b.close())

async function add(bytes: Uint8Array, as: Person = 'mihai', kind = 'person', player = eva) {
  b.clock.advance(1)
  const answer = await b.app.request(`${base}/player-picture?player=${player}&kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await b.login(as)}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
  const { data, error } = (await answer.json()) as {
    data?: { _id: string }
    error?: { fields?: { picture?: { code: string }[] } }
  }
  return { status: answer.status, id: data?._id, code: error?.fields?.picture?.[0]?.code }
}
const list = async (as: Person = 'mihai') => {
  const { status, body } = await b.json(`${base}/player-pictures?player=${eva}`, { as })
  return { status, pictures: (body.data as { pictures?: { _id: string }[] } | undefined)?.pictures }
}
const look = (as: Person, body: object, headers = {}) =>
  b.json<{ data: { pictures: { webp: string; kind: string }[] | null } }>(`${base}/player-look`, {
    as,
    body: { player: eva, ...body },
    headers,
  })
const remove = (id: string, as: Person = 'mihai') =>
  b.json(`${base}/player-picture/${id}`, { as, method: 'DELETE' })

it('keeps a drawing of what was sent, sealed, once', async () => {
  const photo = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')])
  const first = await add(photo)
  expect(first.status).toBe(200)
  expect((await add(photo)).id).toBe(first.id)
  expect((await add(await png(2_400, 1_200), 'mihai', 'document')).status).toBe(200)
  expect((await list()).pictures).toHaveLength(2)
  const rows = await b.db.selectFrom('player_pictures').selectAll().execute()
  // Neither the picture nor what its file told lies open in the database.
  for (const { sealed } of rows) expect(Buffer.from(sealed, 'base64').includes('WEBP')).toBe(false)
  expect(JSON.stringify(rows)).not.toContain('UklGR')
})

it('is shown for a reason that is kept, once, to whoever may reveal', async () => {
  expect((await look('mihai', {})).status).toBe(422)
  const key = { 'idempotency-key': 'look-at-eva-1' }
  const seen = await look('mihai', { reason: 'Somebody says it is not them' }, key)
  const [photo, paper] = seen.body.data.pictures ?? []
  const file = Buffer.from(photo?.webp ?? '', 'base64')
  expect(file.toString('latin1', 8, 12)).toBe('WEBP')
  for (const text of ['script', 'Horea', 'EXIF']) expect(file.includes(text), text).toBe(false)
  // No larger than it was, and a document large enough to be read.
  expect(file.readUInt16LE(28) & 0x3fff).toBe(600)
  const document = Buffer.from(paper?.webp ?? '', 'base64')
  expect(document.readUInt16LE(26) & 0x3fff).toBe(1_600)
  expect((await look('mihai', { reason: 'Somebody says it is not them' }, key)).body.data.pictures).toBeNull()
  expect((await look('olga', { reason: 'Curious' })).status).toBe(403)
  expect((await look('paulo', { reason: 'Curious' })).status).toBe(404)
  const told = await b.db
    .selectFrom('audit_log')
    .select('after_json')
    .where('action', '=', 'look_at_pictures')
    .execute()
  expect(told).toHaveLength(1)
  expect(told[0]?.after_json).toContain('not them')
  expect(told[0]?.after_json).not.toContain('UklGR')
  const kept = await b.db.selectFrom('idempotency_keys').select('answer').execute()
  expect(JSON.stringify(kept)).not.toContain('UklGR')
})

it('refuses what is no picture, one too many, and whoever may not', { timeout: 60_000 }, async () => {
  for (const [name, bytes] of Object.entries({ svg, gif, empty: Buffer.alloc(0), bomb: await bomb() }))
    expect(await add(bytes), name).toMatchObject({ status: 422, code: 'not_a_picture' })
  expect((await add(new Uint8Array(MAX_PICTURE_BYTES + 1))).status).toBe(413)
  expect((await add(await png(), 'andrei')).status).toBe(403)
  expect((await add(await png(), 'paulo')).status).toBe(404)
  expect((await add(await png(), 'mihai', 'car')).status).toBe(422)
  expect((await add(await png(), 'mihai', 'person', 'x')).status).toBe(422)
  for (let nr = 2; nr < MOST_PICTURES; nr++) expect((await add(await png(10 + nr, 10))).status).toBe(200)
  expect(await add(await png(99, 10))).toMatchObject({ status: 422, code: 'too_many_pictures' })
  expect((await list('olga')).status).toBe(403)
  expect((await list('paulo')).status).toBe(404)
})

it('is removed by who may, and told to the person with all else', async () => {
  const [one] = (await list()).pictures ?? []
  expect((await remove(one?._id ?? '', 'paulo')).status).toBe(404)
  expect((await remove(one?._id ?? '')).status).toBe(200)
  expect((await remove(one?._id ?? '')).status).toBe(404)
  const { body } = await b.json(`${base}/player-file`, {
    as: 'mihai',
    body: { player: eva, reason: 'Request of 3 May' },
  })
  expect((body.data.file as { pictures: object[] }).pictures).toHaveLength(MOST_PICTURES - 1)
})

it('goes with the last exclusion, or after a month where there is none', async () => {
  const ion = await register('4990615120025')
  expect((await add(await png(), 'mihai', 'person', ion)).status).toBe(200)
  const count = async (player: string) =>
    (await b.db.selectFrom('player_pictures').select('id').where('player_id', '=', player).execute()).length
  await removePast(b.deps, b.clock() + 29 * DAY)
  expect(await count(ion)).toBe(1)
  await removePast(b.deps, b.clock() + 31 * DAY)
  expect([await count(ion), await count(eva)]).toEqual([0, MOST_PICTURES - 1])
  const over = b.clock() + 365 * DAY
  await b.db.updateTable('self_exclusions').set({ valid_to: over }).execute()
  await removePast(b.deps, over + 4 * 365 * DAY)
  expect(await count(eva)).toBe(MOST_PICTURES - 1)
  await removePast(b.deps, over + 5.1 * 365.25 * DAY)
  expect(await count(eva)).toBe(0)
})

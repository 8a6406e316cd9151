/** Somebody's picture: what is taken for one, what is kept of it, and who is shown it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bomb, gif, jpeg, png, svg, webp } from '../../../tests/support/pictures'
import { MAX_AVATAR_BYTES } from './profile.contract'

const path = '/api/users/v1/avatar'
let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

async function send(as: Person, bytes: Uint8Array) {
  const answer = await b.app.request(path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await b.login(as)}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
  const body = (await answer.json()) as {
    data?: { avatar: string }
    error?: { code: string; fields?: Record<string, { code: string }[]> }
  }
  return { status: answer.status, ...body }
}
const pictureOf = async (id: string, as: Person) => {
  const { status, body } = await b.json(`${path}/${id}`, { as })
  return { status, ...(status === 200 && { webp: Buffer.from(String(body.data.webp), 'base64') }) }
}
/** Of a WebP file without any part but the picture. */
const headOf = (file = Buffer.alloc(30)) => ({
  kind: file.toString('latin1', 8, 16),
  width: file.readUInt16LE(26) & 0x3fff,
  height: file.readUInt16LE(28) & 0x3fff,
})
const trail = async () =>
  (
    await b.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', people.mihai.id)
      .where('action', 'like', '%avatar')
      .orderBy('seq')
      .execute()
  ).map(({ action }) => action)

it('keeps a small square of a camera’s picture, and nothing else that its file holds', async () => {
  expect((await b.json('/api/users/v1/profile', { as: 'mihai' })).body.data.avatar).toBeNull()
  const photo = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')])
  const sent = await send('mihai', photo)
  expect(sent.status).toBe(200)
  const { webp: kept } = await pictureOf(people.mihai.id, 'mihai')
  expect(headOf(kept)).toEqual({ kind: 'WEBPVP8 ', width: 256, height: 256 })
  for (const text of ['script', 'Horea', 'EXIF', 'ICCP']) expect(kept?.includes(text), text).toBe(false)
  const own = await b.json('/api/users/v1/profile', { as: 'mihai' })
  expect(own.body.data.avatar).toBe(sent.data?.avatar)
  const check = await b.json<{ data: { user: object } }>('/api/authorization/v1/check', { as: 'mihai' })
  expect(check.body.data.user).toMatchObject({ avatar: sent.data?.avatar })
  // Sent again it is the same, and told once.
  expect((await send('mihai', photo)).data).toEqual(sent.data)
  expect(await trail()).toEqual(['set_avatar'])
  expect((await send('mihai', await png())).data).not.toEqual(sent.data)
})

it('is shown to people of the same tenant and of the system, to nobody else', async () => {
  expect((await send('mihai', await png())).status).toBe(200)
  expect((await pictureOf(people.mihai.id, 'olga')).status).toBe(200)
  expect((await pictureOf(people.mihai.id, 'ana')).status).toBe(200)
  expect((await pictureOf(people.mihai.id, 'paulo')).status).toBe(404)
  expect((await pictureOf(people.olga.id, 'olga')).status, 'she has none').toBe(404)
  expect((await b.json(`${path}/${people.mihai.id}`)).status).toBe(401)
})

// No database is asked what a picture is.
const withLibsql = it.skipIf(process.env.TEST_DATABASE_URL)
withLibsql('takes for a picture what is a whole PNG or JPEG by its content', async () => {
  const before = (await send('mihai', await png())).data
  const wrong = {
    empty: Buffer.alloc(0),
    text: Buffer.from('<html><script>alert(1)</script></html>'),
    svg,
    gif,
    webp: await webp(),
    cut: (await png()).subarray(0, -30),
    'cut photo': (await jpeg()).subarray(0, 400),
    'a head alone': Buffer.concat([(await png()).subarray(0, 8), svg]),
    bomb: await bomb(),
  }
  for (const [name, bytes] of Object.entries(wrong))
    expect(await send('mihai', bytes), name).toMatchObject({
      status: 422,
      error: { fields: { avatar: [{ code: 'not_a_picture' }] } },
    })
  expect((await send('mihai', new Uint8Array(MAX_AVATAR_BYTES + 1))).status).toBe(413)
  const own = await b.json('/api/users/v1/profile', { as: 'mihai' })
  expect(own.body.data.avatar).toBe(before?.avatar)
})

it('is removed by its owner', async () => {
  expect((await send('mihai', await png())).status).toBe(200)
  const remove = () => b.json(path, { as: 'mihai', method: 'DELETE' })
  expect((await remove()).status).toBe(200)
  expect((await pictureOf(people.mihai.id, 'mihai')).status).toBe(404)
  const told = await trail()
  expect(told.at(-1)).toBe('remove_avatar')
  expect((await remove()).status).toBe(200)
  expect(await trail()).toEqual(told)
})

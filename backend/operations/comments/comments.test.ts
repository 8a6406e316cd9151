/** Whoever may read a record reads, writes and is notified of its comments, and nobody else. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { newId } from '../../platform/db/new-id'
import { recordChange } from '../../platform/audit/audit.service'
import { repairId, storeBreak, type MeterBreak } from '../../telemetry/judgement/meter-breaks.service'
import { systemActor } from '../../platform/request/actor'
import type { CommentRow } from './comments.contract'
import { write } from './comments.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/comments/v1'
interface Answer {
  data: { comment: CommentRow; comments: CommentRow[]; not_notified: string[] }
  error: { code: string }
}
const ask = (as: Person, path: string, body?: object, method?: string) =>
  backend.json<Answer>(base + path, { as, ...(body && { body }), ...(method && { method }) })
const say = (as: Person, text: string, record: string = slots.bellLink.id) =>
  ask(as, '/comment', { about: 'slot', record, text })
const read = (as: Person, record: string = slots.bellLink.id, about = 'slot') =>
  ask(as, `/comments?about=${about}&record=${record}`)
const bell = async (as: Person) =>
  (
    await backend.json<{
      data: { rows: { category: string; data: { actor: string }; resource_details: object }[] }
    }>('/api/notifications/v1/list', { as, body: {} })
  ).body.data.rows.filter(({ category }) => category === 'comment')

it('is read and written by who may read the record', async () => {
  expect((await say('olga', 'Jams since Monday')).status).toBe(200)
  expect((await read('mihai')).body.data.comments).toMatchObject([
    { text: 'Jams since Monday', by: expect.stringContaining('lga') as string, may_change: false },
  ])
  expect((await read('olga')).body.data.comments).toMatchObject([{ may_change: true }])
  // Another tenant, nobody's rights, and a role that reads alone.
  expect((await read('paulo')).status).toBe(404)
  expect((await say('paulo', 'Mine?')).status).toBe(404)
  expect((await read('nora')).status).toBe(403)
  expect((await say('andrei', 'Looks odd')).status).toBe(403)
  expect((await read('andrei')).status).toBe(200)
  // A record of the other kind has the permission of its own kind, and its id is none of a slot.
  expect((await read('olga', slots.bellLink.id, 'anomaly')).status).toBe(404)
})

it('notifies whom it mentions, if they may see the record, and nobody else', async () => {
  const { body } = await say('olga', 'Please look, @mihai and @paulo. Or @nora, x@olga.ro!')
  expect(body.data.not_notified).toEqual(['paulo', 'nora'])
  expect(await bell('mihai')).toMatchObject([
    { resource_details: { about_kind: 'slot', about_id: slots.bellLink.id } },
  ])
  for (const person of ['olga', 'ana', 'andrei', 'paulo', 'nora'] as const)
    expect([person, (await bell(person)).length]).toEqual([person, 0])
  // An edit notifies whom it mentions anew.
  const { _id, version } = body.data.comment
  const changed = await ask('olga', `/comment/${_id}`, { text: 'Now @andrei, @mihai', version }, 'PUT')
  expect(changed.body.data.not_notified).toEqual([])
  expect([(await bell('mihai')).length, (await bell('andrei')).length]).toEqual([1, 1])
})

it('is written by many at once, each of whom mentions somebody', async () => {
  const said = await Promise.all(Array.from({ length: 12 }, (_, nr) => say('olga', `${nr}: @mihai`)))
  expect(new Set(said.map(({ status }) => status))).toEqual(new Set([200]))
})

it('stays removed, whatever is saved or added at the same time', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => say('olga', 'Before')))
  const ids = made.map(({ body }) => body.data.comment._id)
  await Promise.all(
    ids.flatMap(id => [
      ask('olga', `/comment/${id}`, { text: 'Meanwhile' }, 'PUT'),
      ask('olga', `/comment/${id}`, undefined, 'DELETE'),
    ]),
  )
  const rows = await backend.db.selectFrom('comments').selectAll().where('id', 'in', ids).execute()
  expect(rows.filter(row => row.removed_at !== null && row.text !== '')).toEqual([])
  // Who read a version that another has changed since writes nothing over it.
  const [row] = rows
  expect(row && (await write(backend.db, { ...row, version: 0 }, { text: 'x' }).catch(String))).toContain(
    'version_conflict',
  )
})

it('shows somebody who is narrowed to another place neither comment nor notification', async () => {
  await say('olga', 'Before the rule: @andrei')
  const rule = {
    name: 'Andrei: the coast',
    tenant: tenants.carpathia.id,
    model: 'location',
    user: people.andrei.id,
    conditions: [`city: ${locations.braila.city}`],
  }
  const made = await backend.json('/api/users/v1/acl-rule', { as: 'ana', body: rule })
  expect(made.body.error ?? null).toBeNull()
  expect((await read('andrei')).status).toBe(404)
  expect(await bell('andrei')).toEqual([])
  expect((await say('olga', 'After it: @andrei')).body.data.not_notified).toEqual(['andrei'])
  expect((await say('olga', 'Here: @andrei', slots.harbour.id)).body.data.not_notified).toEqual([])
  expect(await bell('andrei')).toHaveLength(1)
  // What the audit log says of a repair is as narrowed as the repair: one here, and one elsewhere.
  const at = backend.clock()
  for (const [slotId, locationId] of [
    [slots.bellLink.id, locations.cluj.id],
    [slots.harbour.id, locations.braila.id],
  ] as const) {
    const place = { tenantId: tenants.carpathia.id, locationId, slotId, denomination: 1, currency: 'RON' }
    const reading = { at, nano: 0, seq: 1, smib: '' }
    const row = { at, kind: 'fell', reading, place, lastAt: null, until: at, meters: {} }
    for (const one of storeBreak(backend.db, 0, 'open', row as unknown as MeterBreak))
      await backend.db.executeQuery(one)
    await backend.db.transaction().execute(tx =>
      recordChange(
        tx,
        systemActor,
        {
          entity: 'repair',
          id: repairId(slotId, 0, at),
          tenantId: tenants.carpathia.id,
          action: 'assign',
          before: null,
          after: { serial: slotId },
        },
        at,
      ),
    )
  }
  const entries = async (as: Person) => {
    const { body } = await backend.json('/api/audit/v1/entries', { as, body: { rowsPerPage: 100 } })
    return body.data.rows.filter(({ entity }) => entity === 'repair').length
  }
  expect([await entries('mihai'), await entries('andrei')]).toEqual([2, 1])
})

it('is changed and removed by who wrote it, for a day, and the audit log has what it said', async () => {
  const { _id: id, version } = (await say('olga', 'First words')).body.data.comment
  const change = (as: Person, text: string, of = version) =>
    ask(as, `/comment/${id}`, { text, version: of }, 'PUT')
  expect((await change('mihai', 'Not mine')).body.error.code).toBe('comment_foreign')
  expect((await change('olga', 'Other words')).body.data.comment).toMatchObject({
    text: 'Other words',
    edited_at: backend.clock(),
  })
  expect((await change('olga', 'Late', version)).body.error.code).toBe('version_conflict')
  const gone = await ask('olga', `/comment/${id}`, undefined, 'DELETE')
  expect(gone.body.data.comment).toMatchObject({ text: '', removed_at: backend.clock(), may_change: false })
  const entries = await backend.db
    .selectFrom('audit_log')
    .select(['action', 'before_json'])
    .where('entity_id', '=', id)
    .orderBy('seq')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  expect(entries[2]?.before_json).toContain('Other words')
  const later = (await say('olga', 'Stays')).body.data.comment
  backend.clock.advance(24 * 3_600_000)
  expect((await ask('olga', `/comment/${later._id}`, undefined, 'DELETE')).body.error.code).toBe(
    'comment_stays',
  )
})

it('is removed by a manager for a reason, photos too, however old and whoever wrote it', async () => {
  const { _id: id } = (await say('olga', 'An identity card')).body.data.comment
  await backend.db
    .insertInto('comment_photos')
    .values({
      id: newId(backend.clock()),
      tenant_id: tenants.carpathia.id,
      comment_id: id,
      slot_id: slots.bellLink.id,
      mark: 'card',
      small: 'AAAA',
      whole: 'AAAA',
      added_at: backend.clock(),
    })
    .execute()
  backend.clock.advance(40 * 24 * 3_600_000)
  const remove = (as: Person, reason = 'Shows an identity card') =>
    ask(as, `/comment/${id}/remove`, { reason })
  expect((await remove('olga')).status).toBe(403)
  expect((await remove('paulo')).status).toBe(404)
  expect((await remove('mihai', ' ')).status).toBe(422)
  expect((await remove('mihai')).body.data.comment).toMatchObject({ text: '', photos: [] })
  expect((await remove('mihai')).body.error.code).toBe('comment_removed')
  const [photos, entry] = await Promise.all([
    backend.db.selectFrom('comment_photos').select('id').where('comment_id', '=', id).execute(),
    backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity_id', '=', id)
      .where('action', '=', 'delete')
      .executeTakeFirstOrThrow(),
  ])
  expect(photos).toEqual([])
  expect(entry.after_json).toContain('Shows an identity card')
})

it('has photos that are drawn anew, and that only readers of the record see', async () => {
  const { _id: comment } = (await say('olga', 'The label')).body.data.comment
  const file = await sharp({ create: { width: 2_000, height: 900, channels: 3, background: '#808' } })
    .withExif({ IFD0: { Copyright: 'a place' } })
    .jpeg()
    .toBuffer()
  const send = async (as: Person, bytes: Uint8Array) =>
    backend.app.request(`${base}/photo?comment=${comment}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await backend.login(as)}` },
      body: Buffer.from(bytes),
    })
  expect((await send('mihai', file)).status).toBe(403)
  expect((await send('olga', Buffer.from('no picture'))).status).toBe(422)
  const added = (await (await send('olga', file)).json()) as { data: { _id: string } }
  const photo = (as: Person, size: string) =>
    backend.json<{ data: { webp: string } }>(`${base}/photo/${added.data._id}?size=${size}`, { as })
  const fileOf = async (size: string) => Buffer.from((await photo('mihai', size)).body.data.webp, 'base64')
  const widthOf = (webp: Buffer) => webp.readUInt16LE(26) & 0x3fff
  const [whole, small] = await Promise.all([fileOf('whole'), fileOf('small')])
  expect([widthOf(whole), widthOf(small)]).toEqual([1_600, 240])
  expect(whole.includes('a place')).toBe(false)
  expect((await photo('paulo', 'small')).status).toBe(404)
})

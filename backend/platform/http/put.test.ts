/**
 * Ruling 37, over every endpoint that changes something which can be read at the same address: load, drop the id, PUT.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { idFor } from '../../../tests/support/record-of-path'

let full: FullLists
beforeAll(async () => {
  full = await fullLists()
})
afterAll(() => full.backend.close())

type Fields = Record<string, unknown>
interface Pair {
  path: string
  get: string
  put: string
  versioned: boolean
}

/** An entity is read where its contract says; everything else where it is written. */
async function pairs(): Promise<Pair[]> {
  const { endpoints } = full.backend.app.api
  const found: Pair[] = []
  for (const { method, path, versioned } of endpoints) {
    const get = path.replace('update-entity-group', 'get-entity-group')
    if (method !== 'PUT' || !endpoints.some(one => one.method === 'GET' && one.path === get)) continue
    const id = (await idFor(full, path)) ?? ''
    found.push({
      path,
      get: get.replace(/:\w+/, id),
      put: path.replace(/:\w+/, id),
      versioned: versioned !== undefined,
    })
  }
  return found
}
const load = async ({ get }: Pair) => {
  const { body, headers } = await full.ask(get)
  const [only] = Object.values(body.data)
  const record = (
    Object.keys(body.data).length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only)
      ? only
      : body.data
  ) as Fields
  return { record, tag: headers.get('etag') }
}
/** What nobody changes by saving. */
const lasting = ({ state: _state, ...record }: Fields) => record
const put = (pair: Pair, body: Fields, headers?: Record<string, string>) =>
  full.ask(pair.put, body, 'PUT', headers)

describe('what was read', () => {
  it('is there for every kind: whatever can be PUT is read at the same address, but for what is only given', async () => {
    const tried = new Set((await pairs()).map(({ path }) => path))
    const given = full.backend.app.api.endpoints.filter(
      ({ method, path }) => method === 'PUT' && !tried.has(path),
    )
    expect(given.map(({ path }) => path).sort()).toEqual([
      '/api/display-channels/v1/displays/update/:id',
      '/api/imports/v1/import/:id/rows',
      '/api/settings/v1/kiosk/:id',
      '/api/settings/v1/view/:id',
      '/api/settings/v1/views/:page/default',
      '/api/users/v1/avatar',
    ])
  })

  it('can be put back without its id: nothing changes, and no entry says that it did', async () => {
    for (const pair of await pairs()) {
      const before = await load(pair)
      const entries = await full.backend.db.selectFrom('audit_log').select('id').execute()
      const { _id: _dropped, ...rest } = before.record
      for (const body of [
        rest,
        before.record,
        Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'version')),
      ]) {
        const answer = await put(pair, body)
        expect([answer.status, answer.body.error?.fields], pair.put).toEqual([200, undefined])
        expect(lasting((await load(pair)).record), pair.put).toEqual(lasting(before.record))
      }
      expect(await full.backend.db.selectFrom('audit_log').select('id').execute(), pair.put).toHaveLength(
        entries.length,
      )
    }
  })

  it('is refused with something unknown in it, or with another record’s id', async () => {
    for (const pair of await pairs()) {
      const { record } = await load(pair)
      const answer = await put(pair, { ...record, colour: 'red' })
      expect([answer.status, answer.body.error?.fields], pair.put).toEqual([
        422,
        { colour: [{ code: 'unknown_field' }] },
      ])
      if ('_id' in record)
        expect((await put(pair, { ...record, _id: 'f'.repeat(24) })).status, pair.put).toBe(422)
    }
  })

  it('is refused with 409 when it is not the newest, by body or by If-Match; the tag of a GET is taken', async () => {
    for (const pair of (await pairs()).filter(({ versioned }) => versioned)) {
      const {
        record: { version, ...rest },
        tag,
      } = await load(pair)
      expect(tag, pair.get).toBe(`"${String(version)}"`)
      const late = Number(version) + 1
      expect((await put(pair, { ...rest, version: late })).status, pair.put).toBe(409)
      expect((await put(pair, rest, { 'if-match': `"${late}"` })).body.error?.code, pair.put).toBe(
        'version_conflict',
      )
      expect((await put(pair, rest, { 'if-match': String(tag) })).status, pair.put).toBe(200)
      expect((await put(pair, rest, { 'if-match': `W/${String(tag)}` })).status, pair.put).toBe(200)
      expect((await put(pair, rest, { 'if-match': '*' })).status, pair.put).toBe(200)
      expect((await put(pair, rest, { 'if-match': 'yesterday' })).body.error?.fields, pair.put).toEqual({
        'If-Match': [{ code: 'invalid' }],
      })
      expect((await put(pair, { ...rest, version }, { 'if-match': `"${late}"` })).status, pair.put).toBe(422)
    }
  })
})

describe('a write without a version', () => {
  const path = `/api/configuration/v1/slot/${slots.novoline.id}`
  const slot = async () => (await full.ask(path)).body.data.slot as Fields

  it('is applied to the newest, also while others write', async () => {
    const { version, ...rest } = await slot()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, nr) => full.ask(path, { ...rest, position: `P-${nr}` }, 'PUT')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect((await slot()).version).toBe(Number(version) + 6)
  })

  it('takes a reference as an id or as a row names it, and refuses what is neither', async () => {
    const { version: _version, ...rest } = await slot()
    const move = (location: unknown) =>
      full.ask(path, { ...rest, location, position: `Q-${typeof location}` }, 'PUT')
    expect((await move(locations.braila.id)).body.data.slot).toMatchObject({
      location: { name: 'Brăila Port' },
    })
    expect(
      (await move({ _id: locations.cluj.id, name: 'whatever it is called' })).body.data.slot,
    ).toMatchObject({ location: { name: 'Cluj Central' } })
    expect((await move({ name: 'Cluj Central' })).status).toBe(422)
    expect((await move('Cluj')).body.error.fields).toEqual({ location: [{ code: 'id' }] })
    expect((await move(undefined)).body.error.fields).toEqual({ location: [{ code: 'required' }] })
    expect((await move({ _id: 'f'.repeat(24) })).body.error.fields).toEqual({
      location: [{ code: 'unknown' }],
    })
  })

  it('keeps what it referred to before, though that was archived since', async () => {
    const group = (
      await full.ask('/api/configuration/v1/slot/add-entity-group', {
        name: 'Of an old hall',
        rule_location: locations.braila.id,
      })
    ).body.data.slot_entity_group as Fields
    await full.backend.db
      .updateTable('locations')
      .set({ archived_at: 1 })
      .where('id', '=', locations.braila.id)
      .execute()
    const answer = await full.ask(
      `/api/configuration/v1/slot/update-entity-group/${String(group._id)}`,
      { ...group, description: 'closed since' },
      'PUT',
    )
    expect(answer.body.data.slot_entity_group).toMatchObject({
      description: 'closed since',
      rule_location: { name: 'Brăila Port' },
    })
  })
})

describe('settings as they were read', () => {
  const path = `/api/configuration/v1/location-config/${locations.cluj.id}`
  const read = async () =>
    (await full.ask(path)).body.data.config as Fields & { settings: Record<string, Fields>; version: number }

  it('are written by what was changed in them, and taken back', async () => {
    const before = await read()
    const with90 = {
      ...before.settings,
      'data.heartbeat': { ...before.settings['data.heartbeat'], own: 90, is_own: true },
    }
    expect(
      (await full.ask(path, { ...before, settings: with90, reason: 'Fewer messages' }, 'PUT')).status,
    ).toBe(200)
    const after = await read()
    expect(after.settings['data.heartbeat']).toMatchObject({ own: 90, is_own: true })
    expect(
      (
        await full.ask(
          path,
          {
            ...after,
            settings: {
              ...after.settings,
              'data.heartbeat': { ...after.settings['data.heartbeat'], own: null, is_own: false },
            },
            reason: 'As before',
          },
          'PUT',
        )
      ).status,
    ).toBe(200)
    expect((await read()).settings['data.heartbeat']).toMatchObject({ is_own: false })
  })
})

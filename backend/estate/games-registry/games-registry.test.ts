/** The games registry: what all tenants share, who may change it, and what slots make of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/games-registry/v1'
async function call(as: Person, method: string, path: string, body?: object) {
  const answer = await backend.json(path, { method, as, ...(body && { body }) })
  const { data, error } = answer.body as unknown as { data: Answer; error: Failed }
  return { status: answer.status, data, error }
}
interface Entry {
  _id: string
  name: string
  version: number
}
interface Answer {
  rows: (Entry & { manufacturer: unknown; serial: string })[]
  total: number
  uses: unknown[]
  kept: string | null
  deleted: string
  slot: Record<string, { _id: string | null; name: string } | null> & { _id: string; version: number }
  [one: string]: unknown
}
interface Failed {
  code: string
  fields?: Record<string, unknown>
  details?: unknown
}
const entryOf = ({ data }: { data: Answer }, one: string) => data[one] as Entry & Record<string, unknown>
const create = async (one: string, body: object) =>
  entryOf(await call('ana', 'POST', `${base}/${one}`, body), one)
const slotOf = async (body: object) =>
  call('mihai', 'POST', '/api/configuration/v1/slot', {
    serial: `REG-${Math.random().toString(36).slice(2, 10)}`,
    location: locations.cluj.id,
    manufacturer: 'EGT',
    denomination: { minor: 1, currency: 'RON' },
    ...body,
  })
const named = async (list: string, query: string) =>
  (await call('ana', 'POST', `${base}/${list}`, { query })).data.rows[0] as Entry

describe('the registry', () => {
  it('comes with the makers, cabinets, mixes and protocols of the trade', async () => {
    const totals = await Promise.all(
      ['manufacturers', 'machine-types', 'game-mixes', 'protocols'].map(
        async list => (await call('olga', 'POST', `${base}/${list}`, {})).data.total,
      ),
    )
    expect(totals).toEqual([28, 14, 5, 12])
  })

  it('refuses a name that looks like another one, or like none', async () => {
    const refused = async (name: string) =>
      (await call('ana', 'POST', `${base}/manufacturer`, { name })).error.fields
    expect(await refused('E\u200bGT')).toEqual({
      name: [{ code: 'unseen_character', params: { character: 'U+200B' } }],
    })
    expect(await refused('\u202eTGE')).toEqual({
      name: [{ code: 'unseen_character', params: { character: 'U+202E' } }],
    })
    expect(await refused('\u200b')).toEqual({ name: [{ code: 'required' }] })
    expect(await refused('EGT\u200b')).toEqual({ name: [{ code: 'taken' }] })
  })

  it.each([
    ['machine_type', 'machine-types', { manufacturer: null, operating_class: 'B', positions: 1 }],
    ['game', 'games', { kind: 'reels' }],
    ['game_mix', 'game-mixes', { games: [] }],
    ['manufacturer', 'manufacturers', { full_name: 'Arad Works', country: 'RO' }],
    ['protocol', 'protocols', { protocol_family: 'vendor' }],
    ['game_setting', 'game-settings', { denomination: { minor: 1, currency: 'RON' }, gamble: true }],
  ])('keeps a %s: added, found, changed, deleted, and all of it on record', async (one, many, more) => {
    const made = await create(one, { name: `Árad ${one}`, ...more })
    expect(made).toMatchObject({ ...more, name: `Árad ${one}`, version: 1 })
    expect((await named(many, `arad ${one}`))._id).toBe(made._id)
    const changed = await call('ana', 'PUT', `${base}/${one}/${made._id}`, {
      ...made,
      note: 'Seen in Arad',
    })
    expect(entryOf(changed, one)).toMatchObject({ version: 2, note: 'Seen in Arad' })
    expect((await call('ana', 'POST', `${base}/delete/${one}/${made._id}`, { version: 1 })).error.code).toBe(
      'version_conflict',
    )
    expect((await call('ana', 'POST', `${base}/delete/${one}/${made._id}`, {})).data.deleted).toBe(made._id)
    expect((await call('ana', 'GET', `${base}/${one}/${made._id}`)).status).toBe(404)
    const record = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', made._id)
      .orderBy('seq')
      .execute()
    expect(record.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })

  it('says of an entry that was deleted what it was called and when, and nothing of one that never was', async () => {
    const { _id } = await create('manufacturer', { name: 'Oradea Works' })
    await call('ana', 'POST', `${base}/delete/manufacturer/${_id}`, {})
    const at = `${base}/manufacturer/${_id}`
    for (const asked of [
      await call('mihai', 'GET', at),
      await call('ana', 'PUT', at, { name: 'Oradea Works 2' }),
      await call('ana', 'POST', `${base}/delete/manufacturer/${_id}`, {}),
    ])
      expect([asked.status, asked.error]).toMatchObject([
        404,
        {
          code: 'not_found',
          details: { id: _id, deleted: { at: backend.clock(), name: 'Oradea Works' } },
        },
      ])
    const never = 'f'.repeat(24)
    expect((await call('ana', 'GET', `${base}/manufacturer/${never}`)).error.details).toEqual({
      id: never,
      deleted: null,
    })
  })

  it('is read by every tenant and changed by none', async () => {
    const egt = await named('manufacturers', 'EGT')
    for (const person of ['mihai', 'paulo'] as const) {
      expect((await call(person, 'GET', `${base}/manufacturer/${egt._id}`)).status).toBe(200)
      expect((await call(person, 'PUT', `${base}/manufacturer/${egt._id}`, { name: 'Mine' })).status).toBe(
        403,
      )
      expect((await call(person, 'POST', `${base}/delete/manufacturer/${egt._id}`, {})).status).toBe(403)
    }
  })

  it('has each name once, whatever its case and diacritics', async () => {
    expect((await call('ana', 'POST', `${base}/manufacturer`, { name: 'égt' })).error.fields).toEqual({
      name: [{ code: 'taken' }],
    })
  })

  it('says which games a mix has, and which mixes a game', async () => {
    const game = await create('game', { name: 'Plum Orchard', manufacturer: null })
    const mix = await create('game_mix', { name: 'Orchard mix', games: [game._id] })
    expect(mix).toMatchObject({ game_count: 1, games: [{ _id: game._id, name: 'Plum Orchard' }] })
    const find = async (list: string, filter: string, value: string) =>
      (
        await call('olga', 'POST', `${base}/${list}`, { exactFields: [filter], exactValues: [value] })
      ).data.rows.map(({ name }) => name)
    expect(await find('games', 'mix', mix._id)).toEqual(['Plum Orchard'])
    expect(await find('game-mixes', 'game', game._id)).toEqual(['Orchard mix'])
    expect((await call('ana', 'POST', `${base}/delete/game/${game._id}`, {})).error).toMatchObject({
      code: 'in_use',
      details: { uses: [{ list: 'games-registry/game-mixes', filter: 'game', count: 1, archived: 0 }] },
    })
    expect((await call('ana', 'POST', `${base}/delete/game_mix/${mix._id}`, {})).status).toBe(200)
    expect((await call('ana', 'POST', `${base}/delete/game/${game._id}`, {})).status).toBe(200)
  })

  it('keeps a game profile within what can be', async () => {
    const game = await create('game', { name: 'Profile Street' })
    const profile = { name: 'Street 95', game: game._id, theoretical_rtp: 9_500 }
    const refused = async (more: object) =>
      (await call('ana', 'POST', `${base}/game_profile`, { ...profile, ...more })).error.fields
    expect(await refused({ theoretical_rtp: 7_999 })).toHaveProperty('theoretical_rtp')
    expect(await refused({ paytable_id: 'TOO-LONG' })).toEqual({ paytable_id: [{ code: 'paytable' }] })
    expect(await refused({ min_bet: 10, max_bet: 5 })).toEqual({
      max_bet: [{ code: 'too_small', params: { min: 10 } }],
    })
    // All at once: what is wrong with a field, between two, and by other entries.
    expect(await refused({ theoretical_rtp: 7_999, min_bet: 10, max_bet: 5 })).toEqual({
      theoretical_rtp: [{ code: 'too_small', params: { min: 8_000 } }],
      max_bet: [{ code: 'too_small', params: { min: 10 } }],
    })
    expect(await create('game_profile', profile)).toMatchObject({ game: { name: 'Profile Street' } })
  })

  it('keeps a game setting and its profile to one game', async () => {
    const [lane, road] = [
      await create('game', { name: 'Lemon Lane' }),
      await create('game', { name: 'Cherry Road' }),
    ]
    const profile = await create('game_profile', { name: 'Lane 92', game: lane._id, theoretical_rtp: 9_200 })
    const setting = { name: 'Lane at one leu', game: lane._id, profile: profile._id }
    const refused = async (method: string, path: string, body: object) => {
      const { status, error } = await call('ana', method, `${base}/${path}`, body)
      return [status, error?.fields]
    }
    const other = { profile: [{ code: 'other_game', params: { game: 'Lemon Lane' } }] }
    expect(await refused('POST', 'game_setting', { ...setting, game: road._id })).toEqual([422, other])
    const made = await create('game_setting', setting)
    expect(await refused('PUT', `game_setting/${made._id}`, { ...setting, game: road._id })).toEqual([
      422,
      other,
    ])
    expect(
      await refused('POST', 'game_setting', { ...setting, name: 'lane at One Leu', game: road._id }),
    ).toEqual([422, { name: [{ code: 'taken' }], ...other }])
    expect(
      await refused('PUT', `game_profile/${profile._id}`, {
        name: 'Lane 92',
        game: road._id,
        theoretical_rtp: 9_200,
      }),
    ).toEqual([422, { game: [{ code: 'game_of_setting', params: { setting: 'Lane at one leu' } }] }])
    // Without a game it is a setting for whatever game the profile is of.
    expect(await create('game_setting', { name: 'Lane profile', profile: profile._id })).toMatchObject({
      game: null,
      profile: { name: 'Lane 92' },
    })
  })
})

describe('a slot', () => {
  it('names its entries by id or by name, and is told which name there is not', async () => {
    const egt = await named('manufacturers', 'EGT')
    const made = await slotOf({ manufacturer: 'egt', machine_type: 'vs24', game_mix: 'General' })
    expect(made.data.slot).toMatchObject({
      manufacturer: { _id: egt._id, name: 'EGT' },
      machine_type: { name: 'VS24' },
      game_mix: { name: 'General' },
      protocol: { name: 'SAS 6.02' },
    })
    expect((await slotOf({ manufacturer: egt._id })).data.slot.manufacturer).toEqual({
      _id: egt._id,
      name: 'EGT',
    })
    expect((await slotOf({ manufacturer: 'Nobody & Sons' })).error.fields).toEqual({
      manufacturer: [{ code: 'not_in_registry', params: { name: 'Nobody & Sons' } }],
    })
  })

  it('keeps a name that has no entry until somebody chooses one', async () => {
    await backend.db
      .updateTable('slots')
      .set({ manufacturer: 'Old Works', manufacturer_id: null })
      .where('id', '=', slots.harbour.id)
      .execute()
    const path = `/api/configuration/v1/slot/${slots.harbour.id}`
    const { slot } = (await call('mihai', 'GET', path)).data
    expect(slot.manufacturer).toEqual({ _id: null, name: 'Old Works' })
    const moved = await call('mihai', 'PUT', path, { ...slot, position: 'A-7' })
    expect(moved.data.slot).toMatchObject({ manufacturer: { _id: null, name: 'Old Works' }, position: 'A-7' })
    const chosen = await call('mihai', 'PUT', path, { ...moved.data.slot, manufacturer: 'Amatic' })
    expect(chosen.data.slot.manufacturer).toMatchObject({ _id: expect.any(String) as string, name: 'Amatic' })
  })

  it('is found by entry or name, and follows an entry that is renamed', async () => {
    const maker = await create('manufacturer', { name: 'Bistrița Works' })
    const made = await slotOf({ manufacturer: maker._id })
    const found = async (exact: string | undefined, query = '') =>
      (
        await call('mihai', 'POST', '/api/configuration/v1/slots', {
          query,
          ...(exact && { exactFields: ['manufacturer'], exactValues: [exact] }),
        })
      ).data.rows.map(({ _id }) => _id)
    expect(await found(maker._id)).toEqual([made.data.slot._id])
    expect(await found('Bistrița Works')).toEqual([made.data.slot._id])
    await call('ana', 'PUT', `${base}/manufacturer/${maker._id}`, { name: 'Năsăud Works' })
    expect(await found('Năsăud Works')).toEqual([made.data.slot._id])
    expect(await found(undefined, 'nasaud')).toEqual([made.data.slot._id])
  })

  it('holds its entry: what it refers to is not deleted, archived or not', async () => {
    const maker = await create('manufacturer', { name: 'Held Works' })
    const { slot } = (await slotOf({ manufacturer: maker._id })).data
    await slotOf({ manufacturer: maker._id })
    await call('mihai', 'GET', `/api/configuration/v1/archive/slot/${slot._id}`)
    const uses = [{ list: 'configuration/slots', filter: 'manufacturer', count: 2, archived: 1 }]
    expect((await call('ana', 'GET', `${base}/uses/manufacturer/${maker._id}`)).data).toEqual({
      uses,
      kept: null,
    })
    const refused = await call('ana', 'POST', `${base}/delete/manufacturer/${maker._id}`, {})
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'in_use', details: { uses } }])
  })

  it('of a protocol that no SMIB speaks is locked by nobody, and a spoken one keeps its name', async () => {
    const { slot } = (await slotOf({ protocol: 'QCOM' })).data
    const locked = await call('mihai', 'POST', '/api/slotcontrol/v1/lock', {
      ids: [slot._id],
      reason: 'Inspection',
    })
    expect(locked.error).toMatchObject({ code: 'no_downlink', details: { protocol: 'QCOM' } })
    const sas = await named('protocols', 'SAS 6.01')
    expect((await call('ana', 'PUT', `${base}/protocol/${sas._id}`, { name: 'SAS' })).error.fields).toEqual({
      name: [{ code: 'fixed' }],
    })
    expect((await call('ana', 'GET', `${base}/uses/protocol/${sas._id}`)).data.kept).toBe('protocol_spoken')
    expect((await call('ana', 'POST', `${base}/delete/protocol/${sas._id}`, {})).error.code).toBe(
      'protocol_spoken',
    )
  })
})

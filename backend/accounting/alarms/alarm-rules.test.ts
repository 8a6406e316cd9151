/** What a rule may say, who writes one, and what becomes of it while it is judged. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alarmTests, jams, rulePath as one, silence } from '../../../tests/support/alarms'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import { lookAtRules } from './alarms-watch.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => fresh())

const MINUTE = 60_000
const { create, made, change, faults, look, seen, rows, news, fresh } = alarmTests(() => backend)

it('is refused for what it cannot mean', async () => {
  const required = [{ code: 'required' }]
  expect(await faults({ ...silence, threshold: 0 })).toMatchObject({ threshold: [{ code: 'too_small' }] })
  expect(await faults({ ...silence, threshold: -3 })).toMatchObject({ threshold: [{ code: 'too_small' }] })
  expect(await faults({ ...silence, threshold: 10 ** 12 })).toMatchObject({
    threshold: [{ code: 'too_big' }],
  })
  expect(await faults({ ...silence, threshold: null, operator: 'at_most' })).toEqual({
    threshold: required,
    operator: [{ code: 'invalid' }],
  })
  expect(await faults({ ...jams, code: null, window_minutes: null })).toEqual({
    code: required,
    window_minutes: required,
  })
  expect(await faults({ ...jams, code: 'ZZ' })).toEqual({ code: [{ code: 'unknown' }] })
  expect(await faults({ ...jams, window_minutes: 60 * 24 + 1 })).toMatchObject({
    window_minutes: [{ code: 'too_big' }],
  })
  expect(await faults({ ...jams, clears_threshold: 4 })).toEqual({
    clears_threshold: [{ code: 'clears_beyond' }],
  })
  expect(await faults({ ...silence, quiet_from: '22:00' })).toEqual({ quiet_to: required })
  expect(await faults({ ...silence, quiet_from: '22:00', quiet_to: '22:00' })).toEqual({
    quiet_to: [{ code: 'not_after_start' }],
  })
  expect(await faults({ ...silence, text_en: 'See {slott}' })).toMatchObject({
    text_en: [{ code: 'unknown_placeholder' }],
  })
  expect(
    await faults({
      name: 'Money',
      watched: 'measure',
      measure: 'net_win',
      window_hours: 1,
      amount: { minor: -100, currency: 'RON' },
      clears_amount: { minor: -200, currency: 'EUR' },
    }),
  ).toEqual({ clears_amount: [{ code: 'one_currency' }] })
})

it('has a name of its own, and is about no other tenant’s locations or groups', async () => {
  await made(silence)
  expect(await faults(silence)).toEqual({ name: [{ code: 'taken' }] })
  await made({ ...silence, tenant: tenants.lusitania.id }, 'ana')
  const foreign = { ...silence, name: 'Foreign', locations: [locations.porto.id] }
  expect(await faults(foreign)).toEqual({ locations: [{ code: 'unknown' }] })
  expect(await faults({ ...foreign, tenant: tenants.carpathia.id }, 'ana')).toEqual({
    locations: [{ code: 'other_tenant' }],
  })
  expect(await faults({ ...silence, name: 'Group', group: 'a'.repeat(24) })).toEqual({
    group: [{ code: 'unknown' }],
  })
  expect(await faults({ ...silence, name: 'Nobody’s' }, 'ana')).toEqual({ tenant: [{ code: 'required' }] })
})

it('has a place and a name of its own again when it returns from the archive', async () => {
  const { _id } = (await create(silence)).body.data['alarm-rule'] as { _id: string }
  const move = async (where: 'archive' | 'unarchive') => {
    const { status, body } = await backend.json(`/api/alarms/v1/${where}/alarm-rule/${_id}`, {
      as: 'mihai',
      body: {},
    })
    return [status, body.error?.code]
  }
  expect(await move('archive')).toEqual([200, undefined])
  // Of two at once the second sees the first.
  const twins = await Promise.all([
    create({ ...silence, name: 'SILENT' }),
    create({ ...silence, name: 'Silént' }),
  ])
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await move('unarchive')).toEqual([409, 'taken'])
  const row = await backend.db
    .selectFrom('alarm_rules')
    .selectAll()
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  await backend.db.deleteFrom('alarm_rules').where('id', '=', row.id).execute()
  await backend.db
    .insertInto('alarm_rules')
    .values(Array.from({ length: 99 }, (_, nr) => ({ ...row, id: `rule-${nr}`, name: `Rule ${nr}` })))
    .execute()
  expect(await move('unarchive')).toEqual([200, undefined])
  expect(await move('archive')).toEqual([200, undefined])
  expect((await create({ ...silence, name: 'One more' })).status).toBe(200)
  expect(await move('unarchive')).toEqual([409, 'most_reached'])
})

it('is written by managers whom no rule narrows, and read by whoever reads slots', async () => {
  expect((await create(silence, 'olga')).status).toBe(403)
  expect((await create(silence, 'nora')).status).toBe(403)
  // Serial numbers and sums are for whoever writes a rule.
  expect((await backend.json(`${one}-preview`, { as: 'olga', body: silence })).status).toBe(403)
  await made(silence)
  const list = await backend.json(`${one}s`, { as: 'olga', body: {} })
  expect(list.body.data.rows).toMatchObject([{ name: 'Silent', open_alarms: 0, locations: [] }])
  expect((await backend.json(`${one}s`, { as: 'paulo', body: {} })).body.data.rows).toEqual([])
})

describe('a rule', () => {
  it('begins anew where a slot stands now, and ends when it watches something else', async () => {
    const rule = await made(silence)
    await seen(slots.bellLink.id, backend.clock() - HOUR)
    await look()
    const at = (id: string) =>
      backend.db.updateTable('slots').set({ location_id: id }).where('id', '=', slots.bellLink.id).execute()
    await at(locations.braila.id)
    await look()
    expect(await rows()).toMatchObject([{ location: { name: locations.braila.name } }])
    expect(await rows('cleared')).toMatchObject([
      { location: { name: locations.cluj.name }, cleared_by: 'rule' },
    ])
    expect(await news()).toHaveLength(2)
    await at(locations.cluj.id)
    await change(rule._id, { ...jams, name: 'Silent', version: rule.version })
    expect(await rows()).toEqual([])
  })

  it('goes on when its group is archived, and leaves slots that leave it', async () => {
    const { body } = await backend.json<{ data: { slot_entity_group: { _id: string; version: number } } }>(
      '/api/configuration/v1/slot/add-entity-group',
      { as: 'mihai', body: { name: 'Watched ones', members: [slots.bellLink.id] } },
    )
    const group = body.data.slot_entity_group
    await made({ ...silence, group: group._id })
    await backend.db
      .updateTable('slots')
      .set({ last_seen_at: backend.clock() - HOUR })
      .execute()
    await backend.db
      .updateTable('entity_groups')
      .set({ archived_at: 1 })
      .where('id', '=', group._id)
      .execute()
    await look()
    expect((await rows()).map(({ slot }) => slot.name)).toEqual([slots.bellLink.serial])
    expect(await faults({ ...silence, name: 'Late', group: group._id })).toEqual({
      group: [{ code: 'unknown' }],
    })
    await backend.db.deleteFrom('entity_group_members').where('group_id', '=', group._id).execute()
    await look()
    expect(await rows('cleared')).toMatchObject([{ cleared_by: 'rule' }])
  })

  it('that fails holds up no other one', async () => {
    await made(silence)
    const broken = await made({ ...jams, name: 'A broken one' })
    await backend.db.updateTable('alarm_rules').set({ locations: '{' }).where('id', '=', broken._id).execute()
    await seen(slots.bellLink.id, backend.clock() - HOUR)
    expect(await look()).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  it('that is switched off while others are judged does not fire', async () => {
    await made(silence)
    await made({ ...silence, name: 'Silent, too' })
    await seen(slots.bellLink.id, backend.clock() - HOUR)
    const isOurs = async () => {
      if ((await rows()).length > 0) await backend.db.updateTable('alarm_rules').set({ enabled: 0 }).execute()
      return true
    }
    const turn = { signal: new AbortController().signal, isOurs }
    expect(await lookAtRules(backend.deps, new Map(), turn)).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  it('with a window of a day is judged every five minutes, by a program that has judged it', async () => {
    await made(jams)
    await made({ ...jams, name: 'Jams of a day', window_minutes: 24 * 60 })
    const judged = new Map()
    const counts: number[] = []
    for (const minutes of [0, 1, 4]) {
      backend.clock.advance(minutes * MINUTE)
      counts.push(await lookAtRules(backend.deps, judged))
    }
    expect(counts).toEqual([2, 1, 2])
  })

  it('says of no slot that never sent anything that it has too few', async () => {
    await made({
      name: 'Idle',
      watched: 'measure',
      measure: 'games_played',
      operator: 'at_most',
      threshold: 0,
      window_hours: 1,
      locations: [locations.cluj.id],
    })
    await seen(slots.novoline.id, null)
    backend.clock.advance(3 * HOUR)
    await look()
    const found = (await rows()).map(({ slot }) => slot.name)
    expect(found).toContain(slots.bellLink.serial)
    expect(found).not.toContain(slots.novoline.serial)
  })
})

it('what cleared more than 400 days ago is deleted', async () => {
  await made(silence)
  await seen(slots.bellLink.id, backend.clock() - HOUR)
  await look()
  await seen(slots.bellLink.id, backend.clock())
  await look()
  const cleared = (days: number) =>
    backend.db
      .updateTable('alarms')
      .set({ cleared_at: backend.clock() - days * 24 * HOUR })
      .execute()
  await cleared(399)
  await look()
  expect(await rows('cleared')).toHaveLength(1)
  await cleared(401)
  await look()
  expect(await rows('cleared')).toEqual([])
})

/**
 * Whom rules narrow to a part of the network edits nothing of the rest; what they do edit is judged by all of the
 * slot's readings.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { coins, evening, minutes, backdatingTests } from '../../../tests/support/backdating'
import { repairing } from '../../../tests/support/repairing'
import type { Actor } from '../../platform/request/actor'
import { deliveryOf } from '../../workflow/notifications/delivery.service'
import { raise } from '../../workflow/notifications/notifications.service'
import { roleId } from '../auth/roles'
import { allowedTo } from '../auth/allowed.service'

let backend: TestBackend
const { enter, fresh, send, money } = backdatingTests(() => backend)
const { only, post } = repairing(() => backend)

/** Andrei sees Brăila. */
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('user_roles')
    .values({ user_id: people.andrei.id, role_id: roleId('administrator') })
    .execute()
  const made = await ask('ana', '/api/users/v1/entity-group', {
    name: 'The coast',
    tenant: tenants.carpathia.id,
    model: 'location',
    locations: [locations.braila.id],
  })
  const group = made.body.data.entity_group as { _id: string }
  const rule = { name: 'The coast', tenant: tenants.carpathia.id, model: 'location', user: people.andrei.id }
  expect((await ask('ana', '/api/users/v1/acl-rule', { ...rule, groups: [group._id] })).status).toBe(200)
})
afterAll(() => backend.close())
beforeEach(async () => {
  await fresh()
  for (const table of ['ignored_messages', 'omitted_readings', 'manual_readings', 'message_edits'] as const)
    await backend.db.deleteFrom(table).execute()
})

const ask = (as: Person, path: string, body: object) => backend.json<Envelope>(path, { as, body })
const edit = (as: Person, path: string, body: object) => ask(as, `/api/rawdata/v1/${path}`, body)
const keyAt = (minute: number, seq: number) => ({
  smib: smibs.bellLink.id,
  at: minutes(minute),
  message_seq_nr: seq,
})
const reason = 'A frame of another machine'
const idIn = ({ body }: { body: Envelope }, name: string) => (body.data[name] as { _id: string })._id

describe('of a slot that stands elsewhere', () => {
  it('no message is ignored, edited, read by hand or let count again, and none is shown', async () => {
    const door = { events: [{ event_seq_nr: 1, code: '11' }], slot_data: { serial: 'EGT-1' } }
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100, door), coins(3, 120, 1_300))
    const ignored = idIn(await edit('ana', 'ignore-message', { ...keyAt(120, 3), reason }), 'ignored-message')
    const changed = idIn(
      await edit('ana', 'message-edit/slotdata', { ...keyAt(60, 2), name: 'serial', value: 'EGT-2', reason }),
      'message-edit',
    )
    const read = { slot: slots.bellLink.id, at: minutes(200), values: { coin_in: 1_400 } }
    const entered = idIn(await edit('ana', 'manual-reading', { ...read, reason }), 'manual-reading')
    const before = await money()

    const counter = { ...keyAt(60, 2), game_nr: 0, values: { coin_in: 1_090 } }
    for (const [path, body] of [
      ['ignore-message-preview', keyAt(60, 2)],
      ['ignore-message', { ...keyAt(60, 2), reason }],
      ['ignored-message-restore', { ids: [ignored], reason }],
      ['message-edit-parts', keyAt(60, 2)],
      ['message-edit-preview/counters', counter],
      ['message-edit/counters', { ...counter, reason }],
      ['message-edit-take-back', { ids: [changed], reason }],
      ['manual-reading-preview', { slot: read.slot }],
      ['manual-reading-preview', read],
      ['manual-reading', { ...read, at: minutes(210), reason }],
      ['manual-reading-take-back', { ids: [entered], reason }],
    ] as const)
      expect([path, (await edit('andrei', path, body)).status]).toEqual([path, 404])
    expect(await money()).toEqual(before)
  })

  it('no repair is decided or taken back, and none is shown', async () => {
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 400))
    const repair = await only()
    const decision = { choice: 'ignore' }
    for (const [what, body] of [
      ['preview', { decision }],
      ['decide', { ...decision, reason }],
      ['reopen', { reason }],
      ['answer', { answer: 'refuse', reason }],
    ] as const)
      expect([what, (await post(repair, what, body, 'andrei')).status]).toEqual([what, 404])
    expect((await only()).state).toBe('open')
  })

  it('a file changes nothing, and does not learn that it is there', async () => {
    const desk = importDesk(backend)
    try {
      const file = [
        'serial,location_code,asset_no,manufacturer',
        `${slots.bellLink.serial},${locations.braila.code},77,EGT`,
        `${slots.novoline.serial},${locations.cluj.code},79,Novomatic`,
        `${slots.harbour.serial},${locations.braila.code},78,Port Machines`,
      ].join('\n')
      const { _id } = await desk.check('andrei', 'slots', 'update', file)
      const shown = async () =>
        (await desk.rows('andrei', _id)).map(({ state, problems, changes }) => [
          state,
          ...problems.map(({ code }) => code),
          ...changes.map(({ column }) => column),
        ])
      const hidden = [
        ['error', 'missing'],
        ['error', 'unknown'],
      ]
      expect(await shown()).toEqual([...hidden, ['error', 'not_in_registry', 'asset_no', 'manufacturer']])
      // Nor where somebody who sees all of it has it checked again, before and after a commit of theirs.
      const create = () =>
        desk.call('ana', 'POST', `/import/${_id}/entries`, {
          entries: [{ column: 'manufacturer', name: 'Port Machines' }],
        })
      expect((await create()).status).toBe(200)
      await desk.settled('ana', _id)
      expect(await shown()).toEqual([...hidden, ['ok', 'asset_no', 'manufacturer']])
      await desk.done('ana', _id, 'commit', { reason })
      expect((await create()).status).toBe(200)
      await desk.settled('ana', _id)
      expect(await shown()).toEqual([...hidden, ['committed', 'asset_no', 'manufacturer']])
      const opening = `slot_serial,read_at,coin_in\n${slots.bellLink.serial},2026-03-12 11:30,900`
      const openings = await desk.upload('andrei', 'openings', 'create', opening)
      expect((await desk.settled('andrei', openings.data.import._id)).counts).toMatchObject({
        ok: 0,
        error: 1,
      })
    } finally {
      await desk.end()
    }
  })
})

it('nobody narrowed makes or renews a token, writes or archives an alarm rule, or archives a user: they would reach what they do not see', async () => {
  const path = '/api/authorization/v1/api-token'
  const token = {
    name: 'All of it',
    tenant: tenants.carpathia.id,
    all_tenants: false,
    rights: ['send_data'],
    locations: [],
    smibs: [],
    addresses: [],
    expires_on: null,
  }
  const made = await ask('ana', path, token)
  expect(made.status).toBe(200)
  const renewal = { ids: [idIn(made, 'api_token')], overlap: 'hour', reason: 'Twice a year' }
  const rule = { name: 'Silent', tenant: tenants.carpathia.id, threshold: 30 }
  const theirs = idIn(await ask('ana', '/api/alarms/v1/alarm-rule', rule), 'alarm-rule')
  await ask('ana', `/api/alarms/v1/archive/alarm-rule/${theirs}`, {})
  for (const [where, body] of [
    [`/api/alarms/v1/unarchive/alarm-rule/${theirs}`, {}],
    [`/api/alarms/v1/archive/alarm-rule/${theirs}`, {}],
    [`/api/users/v1/archive/user/${people.olga.id}`, {}],
    [path, { ...token, name: 'Mine' }],
    [`${path}-rotate`, renewal],
    ['/api/alarms/v1/alarm-rule', rule],
    ['/api/alarms/v1/alarm-rule-preview', rule],
  ] as const) {
    const refused = await ask('andrei', where, body)
    expect([where, refused.status, refused.body.error.code]).toEqual([where, 403, 'narrowed'])
  }
})

it('what rules refuse is known before a form is filled in: 0 among the permissions, at sign-in as later', async () => {
  const allowed = async (as: Person) => {
    const path = '/api/authorization/v1/check?decoded_permissions=1'
    return (await backend.json<{ data: { permissions: Record<string, number> } }>(path, { as })).body.data
      .permissions
  }
  const [narrowed, whole] = [await allowed('andrei'), await allowed('ana')]
  const names = ['webhook::update', 'alarm_rule::update', 'acl_rule::update', 'api_token::create'] as const
  expect(names.map(name => narrowed[name])).toEqual([0, 0, 0, 0])
  expect(names.map(name => whole[name])).toEqual([1, 1, 1, 1])
  expect([narrowed['slot::lock'], narrowed['alarm_rule::list'], narrowed['acl_user::unlock']]).toEqual([
    1, 1, 1,
  ])
  const { id, tenantId } = people.andrei
  const roles = await backend.db.selectFrom('roles').select(['id', 'version']).execute()
  const held = roles.filter(one => one.id === roleId('administrator') || one.id === roleId('auditor'))
  expect(await allowedTo(backend.db, { id, tenantId, roles: held })).toEqual({
    permissions: narrowed,
    narrowed: true,
  })
})

it('what a rule found everywhere is news to nobody narrowed, in the list or live', async () => {
  const of = (
    template: 'rule_alarm_everywhere' | 'smibs_offline',
    resourceType: 'tenant' | 'location',
    resourceId: string,
  ) =>
    raise(
      backend.db,
      { template, resourceType, resourceId, tenantId: tenants.carpathia.id, details: {}, data: {} },
      backend.clock(),
    )
  const whole = await of('rule_alarm_everywhere', 'tenant', tenants.carpathia.id)
  const elsewhere = await of('smibs_offline', 'location', locations.cluj.id)
  const here = await of('smibs_offline', 'location', locations.braila.id)
  const all = [whole, elsewhere, here].map(one => one?.id ?? '')
  const rules = [
    {
      id: 'one',
      model: 'location' as const,
      conditions: [{ field: 'city', values: [locations.braila.city] }],
      groups: [],
    },
  ]
  const permissions: Actor['permissions'] = { 'location::list': 1, 'tenant::list': 1 }
  const live = async (as: 'ana' | 'andrei') => {
    const reader = {
      id: people[as].id,
      tenantId: tenants.carpathia.id,
      permissions,
      ...(as === 'andrei' && { rules }),
    }
    const got: boolean[] = []
    for (const id of all)
      got.push((await (await deliveryOf(backend.db, id, backend.clock()))?.isFor(reader)) ?? false)
    return got
  }
  const listed = async (as: 'ana' | 'andrei') => {
    const { body } = await ask(as, '/api/notifications/v1/list', {})
    const ids = (body.data.rows as { _id: string }[]).map(({ _id }) => _id)
    return all.map(id => ids.includes(id))
  }
  expect([await listed('ana'), await live('ana')]).toEqual(Array(2).fill([true, true, true]))
  expect([await listed('andrei'), await live('andrei')]).toEqual(Array(2).fill([false, false, true]))
})

it('nobody narrowed sets back which slot a SMIB stood on, nor sees what it would move', async () => {
  const asked = { type: 'smib', id: smibs.bellLink.id, since: minutes(100), to: minutes(50) }
  const told = [
    await edit('andrei', 'set-back-preview', asked),
    await edit('andrei', 'set-back', { ...asked, reason }),
  ]
  expect(told.map(({ status, body }) => [status, body.error.code])).toEqual([
    [403, 'narrowed'],
    [403, 'narrowed'],
  ])
})

describe('of a slot that came from elsewhere', () => {
  it('what is ignored books what anybody else’s would', async () => {
    await send(minutes(450), coins(1, 0, 1_000), coins(2, 60, 1_100), coins(3, 400, 1_350))
    await enter(evening, { location_id: locations.braila.id })
    // As a form moves it: its SMIB goes with it.
    await backend.db
      .updateTable('smibs')
      .set({ location_id: locations.braila.id })
      .where('id', '=', smibs.bellLink.id)
      .execute()
    await send(evening + 300 * 60_000, coins(4, 660, 1_500), coins(5, 720, 1_700))
    const shown = async (as: Person) => edit(as, 'ignore-message-preview', keyAt(660, 4))
    expect((await shown('andrei')).body).toEqual((await shown('ana')).body)

    // What was played between the readings on both sides of the move is the former location's, whose day is sealed.
    const gaming_day = '2026-03-12'
    const head = { tenant_id: '', books_from: gaming_day, sealed_through: gaming_day }
    await backend.db
      .insertInto('fiscal_heads')
      .values({ ...head, location_id: locations.cluj.id })
      .execute()
    for (const as of ['ana', 'andrei'] as const) {
      const refused = await edit(as, 'ignore-message', { ...keyAt(660, 4), reason })
      expect([refused.status, refused.body.error.code]).toEqual([409, 'day_sealed'])
    }
    await backend.db.deleteFrom('fiscal_heads').execute()

    expect(await money()).toEqual(['2026-03-12 Brăila 200 × 1', '2026-03-12 Cluj 500 × 1'])
    expect((await edit('andrei', 'ignore-message', { ...keyAt(660, 4), reason })).status).toBe(200)
    expect(await money()).toEqual(['2026-03-12 Cluj 700 × 1'])
    // At a time when it stood where they see nothing, nobody narrowed enters a reading.
    const read = { slot: slots.bellLink.id, at: minutes(200), values: { coin_in: 1_200 } }
    expect((await edit('andrei', 'manual-reading', { ...read, reason })).status).toBe(404)
    expect(
      (
        await edit('andrei', 'manual-reading', {
          ...read,
          at: minutes(700),
          values: { coin_in: 1_600 },
          reason,
        })
      ).status,
    ).toBe(200)
  })
})

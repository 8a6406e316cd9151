import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import type { Config, ConfigVersions, Difference } from './config.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Answer {
  data: { config: Config } & ConfigVersions & Difference
  error: { code: string; fields?: Record<string, { code: string }[]>; details: { current: Config } }
}
const call = async (as: Person, method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await backend.json<Answer>(`/api/configuration/v1/${path}`, {
    as,
    method,
    body,
  })
  return { status, ...answer }
}
const read = async (path: string, as: Person = 'mihai') => (await call(as, 'GET', path)).data.config
const save = async (path: string, values: Record<string, unknown>, as: Person = 'mihai', more: object = {}) =>
  call(as, 'PUT', path, { version: (await read(path, as)).version, values, ...more })

const tenant = `tenant-config/${tenants.carpathia.id}`
const cluj = `location-config/${locations.cluj.id}`
const braila = `location-config/${locations.braila.id}`
const smib = `smib-config/${smibs.bellLink.id}`

describe('the configuration of a board', () => {
  it('begins with the system’s defaults and its machine’s own address', async () => {
    const config = await read(smib)
    expect(config).toMatchObject({ name: 'a0b1c2d3e401', version: 0, slot: { name: slots.bellLink.serial } })
    expect(config.settings['data.heartbeat']).toMatchObject({
      value: 60,
      from: { level: 'system' },
      is_own: false,
    })
    expect(config.settings['comms.sas_address']).toMatchObject({
      value: 1,
      from: { level: 'record', name: slots.bellLink.serial },
    })
    expect(config.parents.map(parent => parent.level)).toEqual(['location', 'tenant', 'system'])
  })

  it('inherits from the nearest level, and takes it again once its own value is gone', async () => {
    await save(tenant, { 'data.heartbeat': 30, 'broker.idle': 60 })
    await save(cluj, { 'data.heartbeat': 45 })
    expect((await read(smib)).settings['data.heartbeat']).toMatchObject({
      value: 45,
      from: { level: 'location', name: locations.cluj.name },
    })
    expect((await read(smib)).settings['broker.idle']).toMatchObject({
      value: 60,
      from: { level: 'tenant', name: tenants.carpathia.name },
    })
    await save(smib, { 'data.heartbeat': 20 })
    expect((await read(smib)).settings['data.heartbeat']).toMatchObject({ value: 20, own: 20, is_own: true })
    await save(smib, { 'data.heartbeat': null })
    await save(cluj, { 'data.heartbeat': null })
    expect((await read(smib)).settings['data.heartbeat']).toMatchObject({
      value: 30,
      from: { level: 'tenant' },
    })
  })

  it('polls as its hall says, where its own record says nothing', async () => {
    await backend.db.updateTable('smibs').set({ poll_ms: 0 }).where('id', '=', smibs.novoline.id).execute()
    await save(cluj, { 'comms.poll_ms': 400 })
    const poll = async () => (await read(`smib-config/${smibs.novoline.id}`)).settings['comms.poll_ms']
    expect(await poll()).toMatchObject({ value: 400, from: { level: 'location', name: locations.cluj.name } })
    const { body } = await backend.json<{ data: { smib: { poll_ms: number | null } } }>(
      `/api/configuration/v1/smib/${smibs.novoline.id}`,
      { as: 'mihai' },
    )
    expect(body.data.smib.poll_ms).toBeNull()
    await save(cluj, { 'comms.poll_ms': null })
    expect(await poll()).toMatchObject({ value: 200, from: { level: 'system' } })
  })

  it('is told the interval that stands in its own record, where forms and imports write it', async () => {
    await backend.db.updateTable('smibs').set({ poll_ms: 500 }).where('id', '=', smibs.bellLink.id).execute()
    expect((await read(smib)).settings['comms.poll_ms']).toMatchObject({
      value: 500,
      is_own: false,
      from: { level: 'record', of: 'smib', _id: smibs.bellLink.id },
    })
  })
})

describe('saving settings', () => {
  it.each([
    ['a setting that nobody knows', { 'net.colour': 'red' }, 'values.net.colour', 'unknown_field'],
    ['another type', { 'data.heartbeat': '60' }, 'values.data.heartbeat', 'not_a_number'],
    ['less than the least', { 'data.heartbeat': 1 }, 'values.data.heartbeat', 'too_small'],
    ['more than the most', { 'data.heartbeat': 99_999 }, 'values.data.heartbeat', 'too_big'],
    ['no option', { 'net.mode': 'pigeon' }, 'values.net.mode', 'invalid'],
    ['what stands in a record', { 'comms.sas_address': 3 }, 'values.comms.sas_address', 'not_at_this_level'],
    ['a channel for a whole tenant', { 'net.channel': 3 }, 'values.net.channel', 'not_at_this_level'],
    ['a short password', { 'net.password': 'abc' }, 'values.net.password', 'too_short'],
  ])('refuses %s and keeps everything', async (_name, values, field, code) => {
    const before = await read(tenant)
    const answer = await save(tenant, { 'data.packet': 600, ...values })
    expect(answer.status).toBe(422)
    expect(answer.error.fields?.[field]?.[0]?.code).toBe(code)
    expect(await read(tenant)).toEqual(before)
  })

  it('tells the later of two people what stands now', async () => {
    const { version } = await read(braila)
    expect(
      (
        await call('ana', 'PUT', braila, {
          version,
          values: { 'data.pulse_off': 150 },
          reason: 'Slow counters',
        })
      ).status,
    ).toBe(200)
    const late = await call('mihai', 'PUT', braila, { version, values: { 'data.pulse_off': 80 } })
    expect(late).toMatchObject({
      status: 409,
      error: {
        code: 'version_conflict',
        details: {
          current: { version: version + 1, settings: { 'data.pulse_off': { own: 150 } } },
          saved: { at: expect.any(Number) as number, by: { kind: 'user' } },
        },
      },
    })
  })

  it('never tells a secret: not in answers, versions, the audit log or the database', async () => {
    const secret = 'Cheia salii 7!'
    const answer = await save(cluj, { 'net.password': secret, 'net.mode': 'wifi' })
    expect(answer.data.config.settings['net.password']).toEqual({
      value: null,
      has: true,
      own: null,
      is_own: true,
      from: { level: 'location', of: null, _id: locations.cluj.id, name: locations.cluj.name },
      inherited: { value: null, has: false, from: { level: 'system', of: null, _id: null, name: '' } },
    })
    const versions = await call('mihai', 'GET', `${cluj}/versions`)
    expect(versions.data.versions[0]?.changes).toContainEqual({
      key: 'net.password',
      before: null,
      after: true,
      secret: true,
    })
    const [log, sets] = await Promise.all([
      backend.db.selectFrom('audit_log').selectAll().execute(),
      backend.db.selectFrom('config_versions').selectAll().execute(),
    ])
    expect(JSON.stringify([answer, versions, log, sets])).not.toContain(secret)
  })

  it('is on record: who, what, before and after', async () => {
    await save(braila, { 'data.packet': 240 })
    const entry = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'location_config')
      .where('entity_id', '=', locations.braila.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor_name: 'Mihai Ionescu', action: 'update' })
    expect(JSON.parse(entry.after_json ?? '')).toMatchObject({ 'data.packet': 240 })
  })

  it('is refused to who may only read, and does not exist for another tenant', async () => {
    expect((await call('andrei', 'PUT', tenant, { version: 0, values: {} })).status).toBe(403)
    expect((await call('andrei', 'GET', tenant)).status).toBe(200)
    for (const path of [tenant, cluj, smib, `slot-config/${slots.bellLink.id}`]) {
      expect((await call('paulo', 'GET', path)).status).toBe(404)
      expect((await call('paulo', 'PUT', path, { version: 0, values: {} })).status).toBe(404)
      expect((await call('paulo', 'GET', `${path}/versions`)).status).toBe(404)
      expect((await call('paulo', 'POST', `${path}/restore`, { version: 0, restore: 0 })).status).toBe(404)
    }
  })
})

describe('a setting that money depends on', () => {
  const path = `smib-config/${smibs.novoline.id}`
  const restore = (more: object = {}) =>
    call('mihai', 'POST', `${path}/restore`, { version: 1, restore: 0, ...more })

  it('takes a reason to be set, and keeps it in the versions and the audit log', async () => {
    const refused = await save(path, { 'comms.mode': 'pulse', 'data.heartbeat': 90 })
    expect([refused.status, refused.error.fields]).toEqual([422, { reason: [{ code: 'required' }] }])
    expect((await read(path)).version).toBe(0)
    expect(
      (await save(path, { 'comms.mode': 'pulse' }, 'mihai', { reason: 'The old cabinet counts by impulses' }))
        .status,
    ).toBe(200)
    expect((await call('mihai', 'GET', `${path}/versions`)).data.versions[0]?.reason).toBe(
      'The old cabinet counts by impulses',
    )
    const entry = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', smibs.novoline.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(entry.after_json ?? '')).toMatchObject({
      'comms.mode': 'pulse',
      reason: 'The old cabinet counts by impulses',
    })
  })

  it('takes one to be brought back, too, while other settings take none', async () => {
    expect((await restore()).error.fields).toEqual({ reason: [{ code: 'required' }] })
    expect((await restore({ reason: 'It speaks SAS after all' })).data.config).toMatchObject({
      version: 2,
      settings: { 'comms.mode': { is_own: false } },
    })
    await backend.db.deleteFrom('config_sets').where('owner_id', '=', smibs.novoline.id).execute()
    await backend.db.deleteFrom('config_versions').where('owner_id', '=', smibs.novoline.id).execute()
    expect((await save(braila, { 'data.heartbeat': 50 })).status).toBe(200)
  })
})

describe('versions', () => {
  it('bring an earlier state back as a new version, with its secret', async () => {
    const path = `smib-config/${smibs.novoline.id}`
    await save(path, { 'data.heartbeat': 90, 'net.password': 'first secret' })
    await save(path, { 'data.heartbeat': 15, 'net.password': null })
    const preview = await backend.json<{ data: { changes: unknown[] } }>(
      `/api/configuration/v1/${path}/restore/1`,
      { as: 'mihai' },
    )
    expect(preview.body.data.changes).toEqual([
      { key: 'net.password', before: null, after: true, secret: true },
      { key: 'data.heartbeat', before: 15, after: 90, secret: false },
    ])
    expect((await call('mihai', 'POST', `${path}/restore`, { version: 1, restore: 1 })).status).toBe(409)
    expect(
      (await call('mihai', 'POST', `${path}/restore`, { version: 2, restore: 1 })).data.config,
    ).toMatchObject({
      version: 3,
      settings: { 'data.heartbeat': { own: 90 }, 'net.password': { has: true } },
    })
    const { versions } = (await call('mihai', 'GET', `${path}/versions`)).data
    expect(versions.map(one => [one.version, one.source, one.restored_from])).toEqual([
      [3, 'restore', 1],
      [2, 'form', null],
      [1, 'form', null],
    ])
    expect((await call('mihai', 'POST', `${path}/restore`, { version: 3, restore: 99 })).status).toBe(404)
    expect(
      (await call('mihai', 'POST', `${path}/restore`, { version: 3, restore: 0 })).data.config.settings[
        'data.heartbeat'
      ]?.is_own,
    ).toBe(false)
  })
})

describe('the difference between two locations', () => {
  const between = (left: string, right: string, as: Person = 'mihai') =>
    call(as, 'GET', `location-config-difference?left=${left}&right=${right}`)

  it('shows where each value comes from and whether both run the same', async () => {
    await save(cluj, { 'ota.url': 'https://ota.carpathia.example/' })
    const { rows, left, right } = (await between(locations.cluj.id, locations.braila.id)).data
    expect([left.location.name, right.location.name]).toEqual([locations.cluj.name, locations.braila.name])
    expect(rows.find(row => row.key === 'ota.url')).toMatchObject({
      same: false,
      left: { from: { level: 'location' } },
      right: { value: null, from: { level: 'system' } },
    })
    expect(rows.find(row => row.key === 'broker.idle')).toMatchObject({ same: true })
    expect(rows.find(row => row.key === 'net.password')).toMatchObject({
      same: false,
      left: { value: null, has: true },
    })
  })

  it('does not reach into another tenant, but the system sees both', async () => {
    expect((await between(locations.cluj.id, locations.porto.id)).status).toBe(404)
    expect((await between(locations.cluj.id, locations.porto.id, 'ana')).status).toBe(200)
    expect((await between(locations.cluj.id, 'nonsense')).status).toBe(422)
  })
})

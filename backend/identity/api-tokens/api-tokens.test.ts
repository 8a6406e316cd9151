import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, wednesday } from '../../../tests/people'
import { roleId, seededRoles, setRolePermissions } from '../auth/roles'
import { apiTokens } from '../../../tests/support/api-tokens'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

const base = '/api/authorization/v1'
const DAY = 86_400_000
let b: TestBackend
const { create, codeOf, problemsOf, deliver } = apiTokens(() => b)
beforeAll(async () => {
  b = await testBackend()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())
const { bellLink, ribeira } = smibs

describe('a new API token', () => {
  it('shows its secret once: not in the record, the list, the audit log or the answer to a repeated request', async () => {
    const headers = { 'idempotency-key': 'a-key-of-this-form' }
    const first = await create({ name: 'gateway once' }, { as: 'ana', headers })
    const { secret, api_token } = first.made
    expect(secret).toMatch(/^bo_[\w-]{43}$/)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(api_token).toMatchObject({ state: 'active', reach: 'tenant', starts_with: secret.slice(0, 7) })
    const again = await create({ name: 'gateway once' }, { as: 'ana', headers })
    // `create` counts names, so the same body is sent by hand.
    expect(again.made).toMatchObject({ secret: null, api_token: { _id: api_token._id } })
    const tables = await Promise.all([
      b.db.selectFrom('api_tokens').selectAll().execute(),
      b.db.selectFrom('audit_log').selectAll().execute(),
      b.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    const answers = [
      await b.json(`${base}/api-tokens`, { as: 'ana', body: {} }),
      await b.json(`${base}/api-token/${api_token._id}`, { as: 'ana' }),
    ].map(({ body }) => body)
    expect(JSON.stringify([tables, answers])).not.toContain(secret)
    expect(await deliver(secret, [bellLink.mac])).toBe('accepted')
  })

  it('may do no more than whoever makes it, or whoever takes over its secret', async () => {
    const strong = (await create()).made.api_token
    expect((await create({}, { as: 'mihai' })).status).toBe(403)
    await setRolePermissions(
      b.db,
      roleId('manager'),
      [...seededRoles.manager, 'api_token::list', 'api_token::create', 'api_token::update'],
      b.clock(),
    )
    const own = { tenant: null, rights: ['read_network'] }
    const mine = await create(own, { as: 'mihai' })
    expect([mine.status, mine.made.api_token.tenant]).toEqual([
      200,
      { _id: tenants.carpathia.id, name: tenants.carpathia.name },
    ])
    const refused = [
      await create({}, { as: 'mihai' }),
      await create({ ...own, all_tenants: true }, { as: 'mihai' }),
      await create({ ...own, tenant: tenants.lusitania.id }, { as: 'mihai' }),
    ]
    expect(refused.map(answer => [answer.status, problemsOf(answer)])).toEqual([
      [422, { rights: 'beyond_yours' }],
      [422, { all_tenants: 'beyond_yours' }],
      [422, { tenant: 'unknown' }],
    ])
    const rotated = await b.json(`${base}/api-token-rotate`, {
      as: 'mihai',
      body: { ids: [strong._id], overlap: 'day', reason: 'to have it' },
    })
    const changed = await b.json(`${base}/api-token/${strong._id}`, {
      method: 'PUT',
      as: 'mihai',
      body: { name: 'mine now', ...own },
    })
    expect([codeOf(rotated), codeOf(changed)]).toEqual(['403 forbidden', '403 forbidden'])
    await setRolePermissions(b.db, roleId('manager'), seededRoles.manager, b.clock())
  })

  it.each([
    ['no rights', { rights: [] }, { rights: 'required' }],
    ['no tenant, and not every tenant by name', { tenant: null }, { tenant: 'required' }],
    ['a tenant and every tenant', { all_tenants: true }, { tenant: 'all_tenants' }],
    ['a location of another tenant', { locations: [locations.porto.id] }, { locations: 'other_tenant' }],
    ['a SMIB that is not there', { smibs: ['f'.repeat(24)] }, { smibs: 'unknown' }],
    [
      'a right that cannot be narrowed',
      { rights: ['send_data', 'read_network'], smibs: [bellLink.id] },
      { rights: 'part_sends_only' },
    ],
    ['an end that is over', { expires_on: '2020-01-01' }, { expires_on: 'in_the_past' }],
    ['an address that is none', { addresses: ['10.0.0.0/8', 'gateway'] }, { 'addresses.1': 'address' }],
    ['an address for a network', { addresses: ['10.0.0.5/8'] }, { 'addresses.0': 'address_beyond_prefix' }],
    [
      'several faults, all at once: in fields, and between them',
      { name: 'gw', all_tenants: true, rights: ['read_groups'], smibs: [bellLink.id], addresses: ['x'] },
      {
        name: 'too_short',
        tenant: 'all_tenants',
        rights: 'part_sends_only',
        'addresses.0': 'address',
      },
    ],
    [
      'several faults, all at once: by what there is',
      { locations: [locations.porto.id], expires_on: '2020-01-01' },
      { locations: 'other_tenant', expires_on: 'in_the_past' },
    ],
  ])('is refused with %s', async (_name, input, problems) => {
    const answer = await create(input)
    expect([answer.status, problemsOf(answer)]).toEqual([422, problems])
  })

  it('is told which of its locations is another tenant’s', async () => {
    const { body } = await create({ locations: [locations.cluj.id, locations.porto.id] })
    expect(body.error.fields).toEqual({
      locations: [{ code: 'other_tenant', params: { names: locations.porto.name } }],
    })
  })
})

describe('the scope of a token', () => {
  it('is its tenant', async () => {
    const { secret } = (await create()).made
    expect(await deliver(secret, [bellLink.mac, ribeira.mac])).toBe('accepted unknown_smib')
  })

  it('is every tenant where that was chosen', async () => {
    const { secret, api_token } = (await create({ tenant: null, all_tenants: true })).made
    expect(api_token.reach).toBe('all')
    expect(await deliver(secret, [bellLink.mac, ribeira.mac])).toBe('accepted accepted')
  })

  it('may be some locations and SMIBs: for data, commands and configuration', async () => {
    const others = Object.values(smibs).filter(smib => smib.id !== bellLink.id)
    const { secret, api_token } = (await create({ smibs: [bellLink.id] })).made
    expect(api_token).toMatchObject({ reach: 'part', smibs: [{ _id: bellLink.id, name: bellLink.mac }] })
    expect(await deliver(secret, [bellLink.mac, ...others.map(smib => smib.mac)])).toBe(
      ['accepted', ...others.map(() => 'unknown_smib')].join(' '),
    )
    await b.json('/api/slotcontrol/v1/lock', {
      as: 'ana',
      body: { ids: [slots.bellLink.id], reason: 'for the test' },
    })
    const fetched = async (token: string) =>
      (
        (
          await b.json('/api/rawdata/v1/commands/fetch', {
            token,
            body: { smib_ids: Object.values(smibs).map(smib => smib.mac) },
          })
        ).body.data.commands as { smib_id: string; command_id: string }[]
      ).map(one => one.smib_id)
    const elsewhere = (await create({ locations: [locations.braila.id] })).made.secret
    expect(await fetched(secret)).toEqual([bellLink.mac])
    expect(await fetched(elsewhere)).toEqual([])
    const asked = await b.json('/api/configuration/v1/board-config', {
      token: elsewhere,
      body: { boards: [{ smib_id: bellLink.mac, config_version: null }] },
    })
    expect(asked.body.data.unknown).toEqual([bellLink.mac])
    const command = await b.db
      .selectFrom('machine_commands')
      .select('id')
      .where('slot_id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    const answered = async (token: string) =>
      (
        (
          await b.json('/api/rawdata/v1/commands/answers', {
            token,
            body: { answers: [{ command_id: command.id, outcome: 'done' }] },
          })
        ).body.data.verdicts as { verdict: string }[]
      )[0]?.verdict
    expect([await answered(elsewhere), await answered(secret)]).toEqual(['unknown', 'recorded'])
  })

  it('keeps a narrowed one out of every other endpoint, whatever its row says', async () => {
    const { secret, api_token } = (await create({ smibs: [bellLink.id] })).made
    await b.db
      .updateTable('api_tokens')
      .set({ permissions: '["rawdata::ingest","slot::list"]' })
      .where('id', '=', api_token._id)
      .execute()
    expect(codeOf(await b.json('/api/configuration/v1/slots', { token: secret, body: {} }))).toBe(
      '403 forbidden',
    )
  })

  it('lets a token that reads read, and deliver nothing', async () => {
    const { secret } = (await create({ rights: ['read_network'] })).made
    const slotsRead = await b.json('/api/configuration/v1/slots', { token: secret, body: {} })
    expect(slotsRead.status).toBe(200)
    expect(await deliver(secret, [bellLink.mac])).toBe('403 forbidden')
  })
})

describe('where and until when', () => {
  it('is used from its addresses alone, and a refusal is in the audit log under its name', async () => {
    const { secret, api_token } = (await create({ addresses: ['203.0.113.0/24', '2001:db8::/32'] })).made
    expect(api_token.addresses).toEqual(['203.0.113.0/24', '2001:db8::/32'])
    expect(await deliver(secret, [bellLink.mac], { from: '203.0.113.9' })).toBe('accepted')
    expect(await deliver(secret, [bellLink.mac], { from: '2001:db8::9' })).toBe('accepted')
    expect(await deliver(secret, [bellLink.mac], { from: '198.51.100.9' })).toBe('403 address_not_allowed')
    const row = await b.json(`${base}/api-token/${api_token._id}`, { as: 'ana' })
    expect(row.body.data.api_token).toMatchObject({
      last_used_at: wednesday,
      last_used_address: '203.0.113.9',
    })
  })

  it('ends with its last day where the tenant is', async () => {
    const day = new Date(wednesday + 2 * DAY).toISOString().slice(0, 10)
    const { secret, api_token } = (await create({ expires_on: day })).made
    // Midnight in Romania is 22:00 UTC in November.
    expect(api_token).toMatchObject({ state: 'expiring', expires_at: Date.parse(`${day}T22:00:00Z`) })
    b.clock.set(Number(api_token.expires_at) - 1)
    expect(await deliver(secret, [bellLink.mac])).toBe('accepted')
    b.clock.advance(1)
    expect(await deliver(secret, [bellLink.mac])).toBe('401 token_expired')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../request/actor'
import { people, slots, tenants, wednesday } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import type { AuditEntry } from './audit.contract'
import { recordChange, verifyChain, type Change } from './audit.service'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const actor = (person: 'mihai' | 'paulo' | 'ana'): Actor => ({
  kind: 'user',
  id: people[person].id,
  name: people[person].fullName,
  tenantId: people[person].tenantId,
  permissions: {},
  ip: '192.0.2.1',
  requestId: 'request-1',
})

const locking = (over: Partial<Change> = {}): Change => ({
  entity: 'slot',
  id: slots.bellLink.id,
  tenantId: tenants.carpathia.id,
  action: 'lock',
  before: { status: 'active' },
  after: { status: 'locked', serial: slots.bellLink.serial },
  ...over,
})
const record = (change = locking(), by = actor('mihai'), at = wednesday) =>
  b.db.transaction().execute(tx => recordChange(tx, by, change, at))
const list = async (as: keyof typeof people, body: object = {}) =>
  (await b.json('/api/audit/v1/entries', { as, body })).body
const rowsOf = (body: Envelope) => body.data.rows as unknown as AuditEntry[]

describe('a recorded change', () => {
  it('says who, when, from where, what, before and after', async () => {
    await record()
    const [row] = rowsOf(
      await list('mihai', { exactFields: ['entity_id', 'action'], exactValues: [slots.bellLink.id, 'lock'] }),
    )
    expect(row).toMatchObject({
      at: wednesday,
      actor: { id: people.mihai.id, name: 'Mihai Ionescu', kind: 'user' },
      ip: '192.0.2.1',
      request_id: 'request-1',
      tenant_id: tenants.carpathia.id,
      entity: 'slot',
      entity_id: slots.bellLink.id,
      action: 'lock',
      before: { status: 'active' },
      after: { status: 'locked', serial: 'EGT-00412' },
    })
    expect(await b.json(`/api/audit/v1/entry/${row?._id}`, { as: 'andrei' })).toMatchObject({
      status: 200,
      body: { data: { entry: { hash: row?.hash } } },
    })
    expect((await b.request(`/api/audit/v1/entry/${row?._id}`, { as: 'paulo' })).status).toBe(404)
  })

  it('is undone with the change that fails, and refused without a transaction', async () => {
    const count = async () =>
      (await list('mihai', { exactFields: ['action'], exactValues: ['vanishing'] })).data.total
    await expect(
      b.db.transaction().execute(async tx => {
        await recordChange(tx, actor('mihai'), locking({ action: 'vanishing' }), wednesday)
        throw new Error('the change failed')
      }),
    ).rejects.toThrow('the change failed')
    expect(await count()).toBe(0)
    await expect(recordChange(b.db, actor('mihai'), locking(), wednesday)).rejects.toThrow('transaction')
    expect((await verifyChain(b.db, tenants.carpathia.id)).ok).toBe(true)
  })

  it('holds no secret, at any depth', async () => {
    const after = {
      username: 'ion',
      password: 'p4ss',
      nested: [{ api_token: 'bo_x', cnp: '3991231400010' }],
      password_hash: '$argon2id',
      client_secret: 's',
      status: 'fine',
      refresh_token: null,
    }
    await record(locking({ action: 'secretive', before: null, after }))
    const [row] = rowsOf(await list('mihai', { exactFields: ['action'], exactValues: ['secretive'] }))
    expect(row?.after).toEqual({
      username: 'ion',
      password: '[redacted]',
      nested: [{ api_token: '[redacted]', cnp: '[redacted]' }],
      password_hash: '[redacted]',
      client_secret: '[redacted]',
      status: 'fine',
      refresh_token: null,
    })
    expect(row?.before).toBeNull()
  })
})

describe('reading the log', () => {
  it('is for managers, auditors, inspectors and administrators, each in their scope', async () => {
    await record(locking({ tenantId: tenants.lusitania.id, action: 'portuguese' }), actor('paulo'))
    for (const [person, total] of [
      ['mihai', 0],
      ['andrei', 0],
      ['paulo', 1],
      ['ana', 1],
      ['irina', 1],
    ] as const) {
      expect(
        (await list(person, { exactFields: ['action'], exactValues: ['portuguese'] })).data.total,
        person,
      ).toBe(total)
    }
    for (const person of ['olga', 'nora'] as const) {
      for (const path of ['entries', 'verify']) {
        expect(
          (
            await b.request(
              `/api/audit/v1/${path}`,
              path === 'entries' ? { as: person, body: {} } : { as: person },
            )
          ).status,
        ).toBe(403)
      }
    }
  })

  it('shows everybody what they did themselves', async () => {
    await record(locking({ action: 'own' }), {
      ...actor('mihai'),
      id: people.olga.id,
      name: people.olga.fullName,
    })
    // That she was refused the log above is on her list too.
    const { body } = await b.json('/api/audit/v1/mine', {
      as: 'olga',
      body: { exactFields: ['entity'], exactValues: ['slot'] },
    })
    expect(rowsOf(body).map(row => [row.actor.name, row.action])).toEqual([['Olga Rusu', 'own']])
  })

  it('is newest first, searched without regard to case and accents, and cut by dates', async () => {
    for (const [hours, action] of [
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
    ] as const) {
      await record(
        locking({ entity: 'location', action, after: { name: 'Brăila Port 100%' } }),
        actor('mihai'),
        wednesday + hours * 3_600_000,
      )
    }
    const actions = async (body: object) =>
      rowsOf(await list('mihai', { exactFields: ['entity'], exactValues: ['location'], ...body })).map(
        row => row.action,
      )
    expect(await actions({ query: 'BRAILA 100%' })).toEqual(['third', 'second', 'first'])
    expect(await actions({ query: 'brailax' })).toEqual([])
    expect(await actions({ query: '100_' })).toEqual([])
    expect(await actions({ sortBy: ['at'], sortDirection: ['ASC'], rowsPerPage: 2, page: 1 })).toEqual([
      'third',
    ])
    expect(
      await actions({ dateStart: wednesday + 2 * 3_600_000, dateEnd: wednesday + 3 * 3_600_000 }),
    ).toEqual(['second'])
    const [row] = rowsOf(await list('mihai', { fields: ['action'], rowsPerPage: 1 }))
    expect(Object.keys(row ?? {}).sort()).toEqual(['_id', 'action'])
  })

  it.each([
    [{ exactFields: ['hash'], exactValues: ['x'] }],
    [{ exactFields: ['entity'], exactValues: [] }],
    [{ exactFields: ['entity'], exactValues: [7] }],
    [{ sortBy: ['hash'] }],
    [{ page: -1 }],
    [{ rowsPerPage: 0 }],
    [{ dateStart: 'yesterday' }],
    [{ unknown: 1 }],
    [{ exactFields: ['toString'], exactValues: ['x'] }],
  ])('refuses %j with the field that is wrong', async body => {
    const { status, body: answer } = await b.json('/api/audit/v1/entries', { as: 'mihai', body })
    expect(status).toBe(422)
    expect(Object.keys(answer.error.fields)).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, tenants, type Person } from '../../../tests/people'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Slot {
  _id: string
  version: number
  serial: string
  status: string
  lock_reason: string | null
  tenant: { name: string }
  location: { name: string }
  smib: { name: string } | null
  archived_at: number | null
}
interface Answer {
  success: boolean
  data: {
    rows: Slot[]
    total: number
    slot: Slot
    results: { id: string; outcome: string; reason?: string }[]
  }
  error: { code: string; fields?: Record<string, { code: string }[]>; details?: { current?: Slot } }
}

const call = async (
  as: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const { status, body: answer } = await backend.json<Answer>(path, { as, method, body, headers })
  return { status, ...answer }
}
const list = (as: Person, request: object = {}) => call(as, 'POST', '/api/configuration/v1/slots', request)
const serials = (answer: { data: { rows: Slot[] } }) => answer.data.rows.map(slot => slot.serial).sort()
const machine = (more: object = {}) => ({
  serial: 'EGT-09000',
  location: locations.cluj.id,
  manufacturer: 'EGT',
  denomination: { minor: 1, currency: 'RON' },
  ...more,
})

describe('the list of slots', () => {
  it('shows a manager the machines of their tenant only', async () => {
    expect(serials(await list('mihai'))).toEqual(
      [slots.harbour.serial, slots.bellLink.serial, slots.novoline.serial].sort(),
    )
    expect(serials(await list('paulo'))).toEqual([slots.ribeira.serial])
  })

  it('shows the system’s administrator all of them', async () => {
    expect((await list('ana')).data.total).toBe(4)
  })

  it('names tenant, location and board of each', async () => {
    const [row] = (await list('mihai', { query: slots.bellLink.serial })).data.rows
    expect(row).toMatchObject({
      tenant: { name: tenants.carpathia.name },
      location: { name: locations.cluj.name },
      smib: { name: 'a0b1c2d3e401' },
    })
  })

  it('finds parts of words whatever their case, all words at once, and takes % for what it is', async () => {
    expect(serials(await list('mihai', { query: 'NOVO 100' }))).toEqual([slots.novoline.serial])
    expect((await list('mihai', { query: '%' })).data.total).toBe(0)
  })

  it('filters exactly, by one value or any of several', async () => {
    expect(
      serials(await list('mihai', { exactFields: ['location'], exactValues: [locations.braila.id] })),
    ).toEqual([slots.harbour.serial])
    expect(
      (
        await list('mihai', {
          exactFields: ['location'],
          exactValues: [[locations.braila.id, locations.cluj.id]],
        })
      ).data.total,
    ).toBe(3)
    expect((await list('mihai', { exactFields: ['state'], exactValues: ['never'] })).data.total).toBe(3)
  })

  it('sorts by a column or by the name of what it refers to, and pages without losing a row', async () => {
    const seen: string[] = []
    for (const page of [0, 1, 2, 3])
      seen.push(
        ...(
          await list('ana', { rowsPerPage: 1, page, sortBy: ['location'], sortDirection: ['DESC'] })
        ).data.rows.map(slot => slot.serial),
      )
    expect(seen[0]).toBe(slots.ribeira.serial)
    expect(new Set(seen).size).toBe(4)
  })

  it('tells the total of a page that lies beyond the last', async () => {
    const answer = await list('mihai', { page: 7, query: 'e' })
    expect(answer.data.rows).toEqual([])
    expect(answer.data.total).toBeGreaterThan(0)
  })

  it.each([
    ['a sort key that is no column', { sortBy: ['password'] }],
    ['a filter that does not exist', { exactFields: ['search'], exactValues: ['x'] }],
    ['a filter value of another kind', { exactFields: ['location'], exactValues: ['1; drop table slots'] }],
    ['a filter without value', { exactFields: ['location'] }],
    ['a filter given twice', { exactFields: ['status', 'status'], exactValues: ['active', 'locked'] }],
    ['a page before the first', { page: -1 }],
    ['a page size past the limit', { rowsPerPage: 65_001 }],
    ['a field that nobody knows', { rows: 10 }],
  ])('refuses %s with 422', async (_name, request) => {
    const answer = await list('mihai', request)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.error.fields ?? {}).length).toBeGreaterThan(0)
  })
})

describe('a slot', () => {
  it('is created, read, changed, archived and unarchived, and all of it is on record', async () => {
    const created = await call('mihai', 'POST', '/api/configuration/v1/slot', machine())
    expect(created.status).toBe(200)
    const { _id: id, version } = created.data.slot
    expect(created.data.slot).toMatchObject({ tenant: { name: tenants.carpathia.name }, status: 'active' })
    const changed = await call('mihai', 'PUT', `/api/configuration/v1/slot/${id}`, {
      ...machine({ game_mix: 'Bell Link Boost' }),
      version,
      reason: 'New licence',
    })
    expect(changed.data.slot).toMatchObject({ version: version + 1, game_mix: { name: 'Bell Link Boost' } })
    expect(
      (await call('mihai', 'GET', `/api/configuration/v1/archive/slot/${id}`)).data.slot.archived_at,
    ).not.toBeNull()
    expect((await list('mihai', { query: 'EGT-09000' })).data.total).toBe(0)
    expect(
      (await list('mihai', { query: 'EGT-09000', exactFields: ['archived'], exactValues: [true] })).data
        .total,
    ).toBe(1)
    expect(
      (await call('mihai', 'POST', `/api/configuration/v1/unarchive/slot/${id}`, { id })).data.slot
        .archived_at,
    ).toBeNull()
    const record = await backend.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(record.map(entry => entry.action)).toEqual(['create', 'update', 'archive', 'unarchive'])
  })

  it('is not saved over a newer version: the answer shows what stands now', async () => {
    const {
      data: { slot },
    } = await call('mihai', 'GET', `/api/configuration/v1/slot/${slots.bellLink.id}`)
    const input = machine({ serial: slot.serial, reason: 'New accounting denomination' })
    expect(
      (
        await call('ana', 'PUT', `/api/configuration/v1/slot/${slot._id}`, {
          ...input,
          position: 'A1',
          version: slot.version,
        })
      ).status,
    ).toBe(200)
    const late = await call('mihai', 'PUT', `/api/configuration/v1/slot/${slot._id}`, {
      ...input,
      position: 'B2',
      version: slot.version,
    })
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({ code: 'version_conflict', details: { current: { position: 'A1' } } })
    // Who was faster has a name for whoever sees that one among the users.
    expect(late.error).toMatchObject({
      details: { saved: { at: expect.any(Number) as number, by: { kind: 'user', name: null } } },
    })
    const own = { ...input, position: 'C3', version: slot.version + 1 }
    expect((await call('mihai', 'PUT', `/api/configuration/v1/slot/${slot._id}`, own)).status).toBe(200)
    const seen = await call('ana', 'PUT', `/api/configuration/v1/slot/${slot._id}`, own)
    expect(seen.error).toMatchObject({ details: { saved: { by: { kind: 'user', name: 'Mihai Ionescu' } } } })
  })

  it('does not exist for another tenant', async () => {
    expect((await call('paulo', 'GET', `/api/configuration/v1/slot/${slots.bellLink.id}`)).status).toBe(404)
    expect(
      (
        await call('paulo', 'PUT', `/api/configuration/v1/slot/${slots.bellLink.id}`, {
          ...machine(),
          version: 1,
        })
      ).status,
    ).toBe(404)
    expect((await call('paulo', 'POST', '/api/configuration/v1/slot', machine())).error.fields).toEqual({
      location: [{ code: 'unknown' }],
    })
  })

  it('needs a serial number of its own, a location and a denomination', async () => {
    expect(
      (await call('mihai', 'POST', '/api/configuration/v1/slot', machine({ serial: slots.novoline.serial })))
        .error.fields,
    ).toEqual({ serial: [{ code: 'taken' }] })
    const { error } = await call('mihai', 'POST', '/api/configuration/v1/slot', {})
    expect(error.fields).toMatchObject({
      serial: [{ code: 'required' }],
      location: [{ code: 'required' }],
      denomination: [{ code: 'required' }],
    })
    expect(
      (
        await call(
          'mihai',
          'POST',
          '/api/configuration/v1/slot',
          machine({ serial: 'X'.repeat(33), status: 'locked' }),
        )
      ).error.fields,
    ).toMatchObject({
      serial: [{ code: 'too_long', params: { max: 32 } }],
      status: [{ code: 'unknown_field' }],
    })
  })

  it('is made once, however often the same request arrives', async () => {
    const headers = { 'idempotency-key': 'one-machine-once' }
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        call('mihai', 'POST', '/api/configuration/v1/slot', machine({ serial: 'EGT-ONCE' }), headers),
      ),
    )
    expect(new Set(answers.map(answer => answer.data.slot._id)).size).toBe(1)
    expect((await list('mihai', { query: 'EGT-ONCE' })).data.total).toBe(1)
    expect(
      (await call('mihai', 'POST', '/api/configuration/v1/slot', machine({ serial: 'EGT-TWICE' }), headers))
        .error.code,
    ).toBe('idempotency_key_reused')
  })
})

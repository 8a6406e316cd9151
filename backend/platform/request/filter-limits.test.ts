/** What one filter may ask for at most, and that many groups are read once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../app'
import { MAX_FILTER_VALUES } from '../contract/list'
import { newId } from '../db/new-id'
import { MOST_HELD_MS, usualHold } from '../../../tests/support/longest-hold'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { nextId } from '../../../tests/support/widest'
import { locations, slots, tenants } from '../../../tests/people'

let backend: TestBackend
let token: string
beforeAll(async () => {
  backend = await testBackend({ threads: true })
  token = await backend.login('ana')
})
afterAll(() => backend.close())

describe('a filter', () => {
  const list = (values: unknown[], field = 'group') =>
    backend.json('/api/configuration/v1/slots', {
      token,
      body: { exactFields: [field], exactValues: [values] },
    })

  it('of 30,000 values is refused by its name', async () => {
    const { status, body } = await list(Array.from({ length: 30_000 }, nextId))
    expect([status, body.error.fields]).toEqual([
      422,
      { group: [{ code: 'too_many', params: { limit: MAX_FILTER_VALUES } }] },
    ])
    expect(
      (
        await backend.json('/api/rawdata/v1/events', {
          token,
          body: {
            exactFields: ['tenant', 'slot'],
            exactValues: [tenants.carpathia.id, Array.from({ length: 501 }, nextId)],
          },
        })
      ).body.error.fields,
    ).toEqual({ slot: [{ code: 'too_many', params: { limit: MAX_FILTER_VALUES } }] })
  })

  it('that names one value many times asks for it once, and one that is named twice is refused', async () => {
    expect((await list(Array(500).fill(slots.bellLink.id), '_id')).body.data.total).toBe(1)
    const { status, body } = await backend.json('/api/configuration/v1/slots', {
      token,
      body: { exactFields: ['status', 'status'], exactValues: ['active', 'locked'] },
    })
    expect([status, body.error.fields]).toEqual([422, { status: [{ code: 'repeated' }] }])
    expect(
      (
        await backend.json('/api/configuration/v1/slots', {
          token,
          body: { sortBy: ['location', 'location'] },
        })
      ).body.error.fields,
    ).toEqual({ sortBy: [{ code: 'repeated' }] })
  })

  it('over hundreds of groups reads the groups once and the rows once; with many rules it is refused', async () => {
    const now = backend.clock()
    const groups = Array.from({ length: MAX_FILTER_VALUES }, () => ({
      id: newId(now),
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      tenant_id: tenants.carpathia.id,
      entity_type: 'slot' as const,
      name: 'Wide',
      description: null,
      rule_query: Array.from({ length: 16 }, (_, index) => `word${index}`.padEnd(11, 'x')).join(' '),
      rule_currency: null,
      rule_tenant: null,
      rule_county: null,
      rule_city: null,
      rule_location: locations.cluj.id,
      rule_status: 'active',
      rule_state: 'online',
      rule_manufacturer: 'Novomatic',
      chosen: 1,
      left_out: 1,
    })).map((group, index) =>
      index < 20
        ? group
        : {
            ...group,
            rule_query: null,
            rule_location: null,
            rule_status: null,
            rule_state: null,
            rule_manufacturer: null,
          },
    )
    for (let from = 0; from < groups.length; from += 50)
      await backend.db
        .insertInto('entity_groups')
        .values(groups.slice(from, from + 50))
        .execute()
    await backend.db
      .insertInto('entity_group_members')
      .values(groups.map(({ id }) => ({ group_id: id, member_id: slots.bellLink.id, mode: 'in' as const })))
      .execute()
    const asked: string[] = []
    const counting = backend.db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const app = createApp({ ...backend.deps, db: counting })
    const own = await backend.login('ana')
    const read = async () => {
      const response = await app.request('/api/configuration/v1/slots', {
        method: 'POST',
        headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
        body: JSON.stringify({ exactFields: ['group'], exactValues: [groups.map(({ id }) => id)] }),
      })
      expect(response.status).toBe(200)
      expect(((await response.json()) as { data: { total: number } }).data.total).toBe(1)
    }
    await read()
    const before = asked.length
    await read()
    const statements = asked.length - before
    asked.length = 0
    expect(statements).toBeLessThan(12)
    expect(await usualHold(read, MOST_HELD_MS / 2)).toBeLessThan(MOST_HELD_MS)
    await backend.db
      .updateTable('entity_groups')
      .set({ rule_query: 'one more' })
      .where('id', '=', groups[20]?.id ?? '')
      .execute()
    expect((await list(groups.map(({ id }) => id))).body.error.fields).toEqual({
      group: [{ code: 'too_many_rules', params: { limit: 20 } }],
    })
    await sql`delete from entity_group_members`.execute(backend.db)
  }, 60_000)

  it('of a search has a few words at most', async () => {
    const { status, body } = await backend.json('/api/configuration/v1/slots', {
      token,
      body: { query: Array.from({ length: 17 }, (_, index) => `w${index}x`).join(' ') },
    })
    expect([status, body.error.fields]).toEqual([
      422,
      { query: [{ code: 'too_many_words', params: { limit: 16 } }] },
    ])
    expect(
      (await backend.json('/api/configuration/v1/slots', { token, body: { query: 'e eg egt '.repeat(20) } }))
        .status,
    ).toBe(200)
  })
})

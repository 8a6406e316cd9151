/** Nobody stops everybody: whatever one request asks, the event loop is free again in a moment. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createApp } from '../../app'
import { MAX_FILTER_VALUES } from '../contract/list'
import { newId } from '../db/new-id'
import { longestHold, usualHold } from '../../../tests/support/longest-hold'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { nextId, oversized, shapeOf, unbounded, widest } from '../../../tests/support/widest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { MOST_MEMBERS } from './parse'
import type { EndpointSpec } from '../http/endpoint'

type Spec = EndpointSpec<never, never, never>

/**
 * What a request is read and judged by is the same on both engines; its statements are tried on both by everything
 * else.
 */
const embedded = !process.env.TEST_DATABASE_URL

/** Milliseconds of processor time. */
const LIMIT = 50

let backend: TestBackend
let endpoints: readonly Spec[]
let token: string
beforeAll(async () => {
  backend = await testBackend({ threads: true })
  endpoints = backend.app.api.endpoints as never
  token = await backend.login('ana')
})
afterAll(() => backend.close())

const nameOf = ({ method, path }: Spec) => `${method} ${path}`
const idFor = (path: string) =>
  /tenant/.test(path)
    ? tenants.carpathia.id
    : /location/.test(path)
      ? locations.cluj.id
      : /smib/.test(path)
        ? smibs.bellLink.id
        : slots.bellLink.id
const pathOf = ({ path }: Spec) =>
  path.replace(':idsList', Array.from({ length: 500 }, nextId).join(',')).replace(/:\w+/g, idFor(path))
const sentTo = (spec: Spec) =>
  spec.permission === 'ingest-token'
    ? backend.ingestTokens.system
    : spec.permission === 'public'
      ? undefined
      : token

async function ask(spec: Spec, body?: string): Promise<number> {
  const query = spec.query
    ? `?${new URLSearchParams(Object.entries(widest(shapeOf(spec.query)) as Record<string, string>).map(([name, value]) => [name, String(value)])).toString()}`
    : ''
  const { status } = await backend.request(pathOf(spec) + query, {
    method: spec.method,
    token: sentTo(spec),
    ...(body !== undefined && { body }),
  })
  return status
}

/** Values that a filter may have many of: ids, numbers, a switch. */
const manyValues = [
  Array.from({ length: MAX_FILTER_VALUES }, nextId),
  Array.from({ length: MAX_FILTER_VALUES }, (_, index) => index),
  [true],
]

/**
 * A list's filters, each with as many values as it may have: all at once where it takes that, otherwise those that it
 * takes alone.
 */
async function filtersOf(spec: Spec): Promise<{ exactFields: string[]; exactValues: unknown[] }> {
  const found = Object.entries(spec.list?.filters.shape ?? {}).flatMap(([name, schema]) => {
    const values = manyValues.find(some => (schema as z.ZodType).safeParse(some[0]).success)
    return values && name !== 'archived' ? [{ name, values }] : []
  })
  const body = (some: typeof found) => ({
    exactFields: some.map(({ name }) => name),
    exactValues: some.map(({ values }) => values),
  })
  const isTaken = async (some: typeof found) =>
    (await ask(spec, JSON.stringify({ rowsPerPage: 1, ...body(some) }))) === 200
  if (await isTaken(found)) return body(found)
  const taken: typeof found = []
  for (const one of found) if (await isTaken([one])) taken.push(one)
  return body(taken)
}
const someOfEach = [
  '/v1/slots',
  '/lock',
  '/update-many/slots',
  '/slot/add-entity-group',
  '/v1/ingest',
  '/commands/fetch',
  '/import/:id/rows',
  '/tenant-config/:id',
  '/notifications/v1/seen',
  '/v1/views',
  '/v1/login',
]

describe('a request', () => {
  it('has a largest size in every endpoint: each text and each list has a maximum', () => {
    const without = endpoints.flatMap(spec =>
      (['params', 'query', 'body'] as const).flatMap(part => {
        const schema = spec[part]
        return schema ? unbounded(shapeOf(schema)).map(place => `${nameOf(spec)} ${part}${place}`) : []
      }),
    )
    expect(without).toEqual([])
  })

  it.runIf(embedded)(
    'of the widest kind that an endpoint admits holds the event loop for a moment only',
    async () => {
      const slow: string[] = []
      const answers = new Map<number, number>()
      for (const spec of endpoints) {
        const body = spec.body && {
          ...(widest(shapeOf(spec.body)) as object),
          ...(spec.list && { sortBy: [], ...(await filtersOf(spec)) }),
        }
        const text = body && JSON.stringify(body)
        const held = await usualHold(async () => {
          const status = await ask(spec, text)
          answers.set(status, (answers.get(status) ?? 0) + 1)
        }, LIMIT / 2)
        if (held > LIMIT) slow.push(`${nameOf(spec)}: ${held.toFixed(0)} ms`)
      }
      expect(slow).toEqual([])
      expect([...answers.keys()].filter(status => status >= 500)).toEqual([])
    },
    180_000,
  )

  it.runIf(embedded)(
    'that is refused for its size is refused in a moment',
    async () => {
      const slow: string[] = []
      const wrong: string[] = []
      // One way in for all; these differ in what they hold and in how much they may be sent.
      for (const spec of endpoints.filter(
        ({ path, body }) => body && someOfEach.some(end => path.endsWith(end)),
      )) {
        for (const [index, body] of oversized(shapeOf(spec.body as never)).entries()) {
          const text = JSON.stringify(body)
          let status = 0
          const held = await usualHold(async () => {
            status = await ask(spec, text)
          }, LIMIT / 2)
          if (status < 200 || status >= 500) wrong.push(`${nameOf(spec)} #${index}: ${status}`)
          if (held > LIMIT) slow.push(`${nameOf(spec)} #${index}: ${held.toFixed(0)} ms, ${status}`)
        }
      }
      expect(wrong).toEqual([])
      expect(slow).toEqual([])
    },
    180_000,
  )
})

describe('an object', () => {
  it('of more members than any schema admits is refused before it is built', async () => {
    const sent = (members: number) =>
      backend.json('/api/configuration/v1/slots', {
        token,
        body: {
          exactFields: [],
          within: Object.fromEntries(Array.from({ length: members }, (_, nr) => [`m${nr}`, [nr]])),
        },
      })
    expect((await sent(MOST_MEMBERS + 1)).body.error).toMatchObject({
      code: 'too_large',
      details: { members: MOST_MEMBERS },
    })
    expect((await sent(MOST_MEMBERS)).status).toBe(422)
  })
})

describe('a filter', () => {
  // The widest requests have changed what they could.
  beforeAll(async () => {
    await backend.close()
    backend = await testBackend({ threads: true })
    token = await backend.login('ana')
  })

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
    expect(await usualHold(read, LIMIT / 2)).toBeLessThan(LIMIT)
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

it('what a test calls a moment is measured: a loop that is held is told so', async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `slot ${id}` })))
  expect(
    await longestHold(async () => {
      for (let nr = 0; nr < 40; nr++) JSON.parse(text)
    }),
  ).toBeGreaterThan(LIMIT)
})

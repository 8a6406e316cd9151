/** Nobody stops everybody: whatever one request asks, the event loop is free again in a moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { MAX_FILTER_VALUES } from '../contract/list'
import { longestHold, MOST_HELD_MS, usualHold } from '../../../tests/support/longest-hold'
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
        }, MOST_HELD_MS / 2)
        if (held > MOST_HELD_MS) slow.push(`${nameOf(spec)}: ${held.toFixed(0)} ms`)
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
          }, MOST_HELD_MS / 2)
          if (status < 200 || status >= 500) wrong.push(`${nameOf(spec)} #${index}: ${status}`)
          if (held > MOST_HELD_MS) slow.push(`${nameOf(spec)} #${index}: ${held.toFixed(0)} ms, ${status}`)
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

it('what a test calls a moment is measured: a loop that is held is told so', async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `slot ${id}` })))
  expect(
    await longestHold(async () => {
      for (let nr = 0; nr < 40; nr++) JSON.parse(text)
    }),
  ).toBeGreaterThan(MOST_HELD_MS)
})

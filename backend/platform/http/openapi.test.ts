/** The description is true: it is valid, it takes what the endpoints take, and what they answer is what it says. */
import Ajv2020 from '@redocly/ajv/dist/2020.js'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { idFor } from '../../../tests/support/record-of-path'
import { aliasFilters } from '../request/list-aliases'
import type { EndpointSpec } from './endpoint'

interface Operation {
  operationId: string
  parameters?: ({ name: string; in: string; schema: { enum?: string[] } } | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Record<string, never> }> }
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: object; $ref?: string }>
}
interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; responses: Record<string, { headers?: object }> }
}

let full: FullLists
let text: string
let described: Described
beforeAll(async () => {
  full = await fullLists()
  text = await (await full.backend.request('/api/openapi.json')).text()
  described = JSON.parse(text) as Described
  ajv.addSchema({ components: described.components }, DESCRIPTION)
})
afterAll(() => full.backend.close())

type Spec = EndpointSpec<never, never, never>
const operationOf = ({ method, path }: Pick<Spec, 'method' | 'path'>): Operation | undefined =>
  described.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
const bodyOf = (method: string, path: string) =>
  described.paths[path]?.[method]?.requestBody?.content['application/json']?.schema as unknown as {
    properties: Record<string, { items?: { enum?: string[] }; enum?: string[] }>
    additionalProperties?: boolean
    required?: string[]
  }

/** Made for JSON Schema 2020-12, which OpenAPI 3.1 is made of; by somebody else than the description is. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
})
const DESCRIPTION = 'https://console.test/openapi.json'
/** Compiling a schema takes far longer than judging by it, and several values are judged by each. */
const compiled = new WeakMap<object, ReturnType<typeof ajv.compile>>()
const check = (schema: object, value: unknown): string[] => {
  const fits =
    compiled.get(schema) ??
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', `"${DESCRIPTION}#/components`)) as object,
    )
  compiled.set(schema, fits)
  return fits(value)
    ? []
    : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}

/** The text and what is taken are the same on both engines; what is answered (numbers, times) is tried on both. */
const embedded = !process.env.TEST_DATABASE_URL

describe.runIf(embedded)('the description', () => {
  it('is valid under Redocly’s rules', async () => {
    const problems = await lintFromString({
      source: text,
      absoluteRef: 'openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    })
    expect(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ).toEqual([])
  }, 120_000)

  it('names filters, sort keys and fields of each list', () => {
    for (const { path, list } of full.lists) {
      const { properties, additionalProperties } = bodyOf('post', path)
      expect(additionalProperties, path).toBe(false)
      expect(properties.sortBy?.items?.enum, path).toEqual(['id', '_id', ...list.sort])
      expect(properties.exactFields?.items?.enum, path).toEqual([
        ...Object.keys(list.filters.shape),
        ...aliasFilters(list),
      ])
      expect(properties.fields?.items?.enum, path).toEqual(Object.keys(list.row.shape))
      expect('show_all' in properties, path).toBe(list.leavesOut !== undefined)
      expect('timeRange' in properties, path).toBe(list.period !== undefined)
      expect('smibid' in properties, path).toBe(list.raw === true)
    }
  })

  it('says what a PUT takes, and that it knows versions', () => {
    const { properties, additionalProperties } = bodyOf('put', '/api/configuration/v1/slot/{id}')
    expect(additionalProperties).toBe(false)
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining([
        'serial',
        'location',
        'theoretical_rtp',
        'version',
        'reason',
        '_id',
        'archived_at',
        'status',
      ]),
    )
    expect(properties.status).toMatchObject({ readOnly: true })
    for (const spec of full.backend.app.api.endpoints.filter(
      ({ method, versioned }) => method === 'PUT' && versioned !== undefined,
    )) {
      expect(JSON.stringify(operationOf(spec)?.parameters), spec.path).toContain('IfMatch')
    }
  })

  it('has a path for each kind of command to a board, with its own body', () => {
    const of = (type: string) => bodyOf('post', `/api/configuration/v1/smib-send-cmd/{id}/type/${type}`)
    expect(of('restart').required).toEqual(['mode'])
    for (const type of ['request_meters', 'sync_clock', 'identify', 'resend'])
      expect(of(type).properties).toEqual({})
  })

  it('tells texts from JSON, and which statuses an endpoint has, with their headers', () => {
    expect(
      Object.keys(described.paths['/api/imports/v1/template/{entity}']?.get?.responses['200']?.content ?? {}),
    ).toEqual(['text/csv; charset=utf-8'])
    const statuses = (method: string, path: string) =>
      Object.keys(described.paths[path]?.[method]?.responses ?? {})
    expect(statuses('put', '/api/configuration/v1/slot/{id}')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '500',
      '503',
    ])
    expect(statuses('post', '/api/authorization/v1/login')).toEqual(
      expect.arrayContaining(['401', '422', '429', '503']),
    )
    expect(statuses('post', '/api/rawdata/v1/ingest')).toEqual(expect.arrayContaining(['413', '429']))
    for (const status of ['429', '503'])
      expect(described.components.responses[`Status${status}`]?.headers).toHaveProperty('Retry-After')
    for (const spec of full.backend.app.api.endpoints.filter(
      ({ write, repeatable }) => write || repeatable,
    )) {
      expect(JSON.stringify(operationOf(spec)?.parameters), spec.path).toContain('IdempotencyKey')
    }
  })
})

describe('what is described', () => {
  it.runIf(embedded)(
    'is what is taken: bodies that endpoints take fit their description, and what they refuse for its shape does not',
    async () => {
      const wrong: string[] = []
      for (const spec of full.backend.app.api.endpoints as unknown as Spec[]) {
        const schema = operationOf(spec)?.requestBody?.content['application/json']?.schema
        if (!schema || !spec.body) continue
        const takes = (value: unknown) =>
          (spec.body as unknown as { safeParse(value: unknown): { success: boolean } }).safeParse(value)
            .success
        for (const body of await samplesFor(spec)) {
          const errors = check(schema, body)
          if (takes(body) && errors.length > 0)
            wrong.push(`${spec.method} ${spec.path} takes ${JSON.stringify(body)}: ${errors.join('; ')}`)
        }
        if (
          takes({}) !== (check(schema, {}).length === 0) &&
          !('ids' in ((schema as { properties?: object }).properties ?? {}))
        )
          wrong.push(`${spec.method} ${spec.path}: {} is ${takes({}) ? '' : 'not '}taken`)
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  it('is what is answered, by every list and everything that is read', async () => {
    const wrong: string[] = []
    const answered = async (spec: Pick<Spec, 'method' | 'path'>, path: string, body?: object) => {
      const answer = await full.ask(path, body, spec.method)
      const schema = operationOf(spec)?.responses['200']?.content?.['application/json']?.schema
      if (answer.status !== 200 || !schema) wrong.push(`${spec.method} ${path}: ${answer.status}`)
      else
        wrong.push(
          ...check(schema, answer.body)
            .slice(0, 3)
            .map(error => `${spec.method} ${path}: ${error}`),
        )
    }
    for (const list of full.lists) {
      await answered(list, list.path, full.needed(list.path))
      await answered(list, list.path, {
        ...full.needed(list.path),
        fields: Object.keys(list.list.row.shape).slice(0, 2),
      })
      if (list.list.raw) await answered(list, list.path, { meta: true, show_all: true })
    }
    for (const spec of (full.backend.app.api.endpoints as unknown as Spec[]).filter(
      ({ method, text: isText }) => method === 'GET' && !isText,
    )) {
      const path = await readable(spec.path)
      if (path) await answered(spec, path)
    }
    expect(wrong).toEqual([])
  }, 120_000)
})

describe.runIf(embedded)('every status that is met', () => {
  // Last of all: it tries whatever there is.
  it('is described', async () => {
    const met: string[] = []
    for (const spec of (full.backend.app.api.endpoints as unknown as Spec[]).filter(
      ({ path }) => !path.endsWith('/logout'),
    )) {
      for (const id of [slots.bellLink.id, 'x']) {
        const { status } = await full
          .ask(
            spec.path.replace(/:\w+/g, id),
            spec.method === 'GET' || spec.method === 'DELETE' ? undefined : { colour: 'red' },
            spec.method,
          )
          .catch(() => ({ status: 200 }))
        if (!operationOf(spec)?.responses[status]) met.push(`${spec.method} ${spec.path}: ${status}`)
      }
    }
    expect(met).toEqual([])
  }, 120_000)
})

/** Bodies that somebody would send: empty, and whatever is read where it is written. */
async function samplesFor(spec: Spec): Promise<unknown[]> {
  if (spec.list)
    return [
      {},
      {
        rowsPerPage: 5,
        page: 0,
        sortBy: ['_id'],
        sortDirection: ['DESC'],
        query: '',
        exactFields: [],
        exactValues: [],
      },
    ]
  const path = await readable(spec.path.replace('update-entity-group', 'get-entity-group'))
  if (spec.method !== 'PUT' || !path) return [{}]
  const { data } = (await full.ask(path)).body
  return [{}, data ? Object.values(data)[0] : {}, data]
}

/** A path with the ids of what is there; undefined for what nothing can be read of here. */
async function readable(path: string): Promise<string | undefined> {
  if (
    // Nothing is validated here: specified-paths.test.ts reads one that is.
    path.includes('/validated-report/') ||
    /archive|delete-entity-group|board-config|chunk|verify|restore|period-points\/:type|many-job|bulk-job|location-config-difference|model-fields/.test(
      path,
    ) ||
    /sas-config/.test(path)
  )
    return undefined
  if (path.endsWith('/who-grants')) return `${path}?permission=slot::lock`
  if (path.endsWith('/jackpot-manager/v1/point')) return `${path}?hash=${'ab'.repeat(32)}`
  if (path.endsWith('/player-pictures'))
    return `${path}?player=${await idFor(full, '/api/player-exclusion-processor/v1/player/:id')}`
  if (path.endsWith('/comments')) return `${path}?about=slot&record=${slots.bellLink.id}`
  if (path.endsWith('/door')) return `${path}?location=${locations.cluj.id}`
  const named: Record<string, string> = {
    ':day': '2026-03-11',
    ':month': '2026-02',
    ':slot': slots.bellLink.id,
    ':hour': String(Date.UTC(2026, 2, 11, 6)),
    ':at': String(Date.UTC(2026, 2, 11, 6)),
  }
  const id = (await idFor(full, path)) ?? ''
  return path.replace(/:\w+/g, name => named[name] ?? id)
}

/** OpenAPI 3.1, made from the endpoints themselves: one that is not described does not exist. */
import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { describedAliases } from './body-aliases'
import { json, openPath, others, refusal, refusals, type Schema } from './openapi-fixed'
import type { Access, EndpointSpec } from './endpoint'

type Spec = EndpointSpec<z.ZodType, z.ZodType, z.ZodType>

export interface Description {
  paths: Record<string, Record<string, unknown>>
  [part: string]: unknown
}

/** Endpoint by endpoint: all at once would hold up everybody else for as long as a second. */
export async function openApi(endpoints: readonly Spec[]): Promise<Description> {
  const paths: Description['paths'] = { ...others }
  const rows = new Rows()
  for (const spec of endpoints) {
    rows.add(spec)
    await breathe()
  }
  for (const spec of endpoints) {
    ;(paths[openPath(spec.path)] ??= {})[spec.method.toLowerCase()] = operation(spec, rows)
    await breathe()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gambling management system API',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description:
        'Answers are `{ success: true, data }` or `{ success: false, error }`. Instants are UTC epoch milliseconds; money is in minor units. No parameter is ignored: one that an endpoint does not use is refused with 422, which names it.',
    },
    servers: [{ url: '/', description: 'This backend' }],
    tags: [...new Set([...endpoints.map(spec => spec.family), 'system'])]
      .sort()
      .map(name => ({ name, description: `Family ${name}` })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API token' },
      },
      schemas: { Error: errorSchema, ...rows.schemas },
      headers: {
        RetryAfter: {
          description: 'Seconds until another try makes sense',
          schema: { type: 'integer', minimum: 1 },
        },
        ETag: { description: 'The version, for `If-Match`', schema: { type: 'string', examples: ['"7"'] } },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
          description:
            'A repeated request with the same key gets the first answer, for 24 hours; the same key for another request is refused with 422',
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^(\\*|(W/)?"?\\d{1,15}"?)$' },
          description:
            'The version that was read, as ETag gave it, instead of `version` in the body: 409 when there is a newer one. Without it the newest is changed',
        },
      },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Status${status}`,
          refusal(Number(status), description),
        ]),
      ),
    },
  }
}

function operation(spec: Spec, rows: Rows): Schema {
  const { permission } = spec
  const repeatable = spec.write || spec.repeatable
  const headers = [
    ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(spec.method === 'PUT' && spec.versioned !== undefined
      ? [{ $ref: '#/components/parameters/IfMatch' }]
      : []),
  ]
  return {
    tags: [spec.family],
    summary: spec.summary,
    operationId: `${spec.method.toLowerCase()}${spec.path.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    ...(permission === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    'x-permission': permission,
    description: `Permission: ${permissionText(permission)}.${repeatable ? ' Takes an `Idempotency-Key` header: a repeated request gets the first answer.' : ''}`,
    parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query'), ...headers],
    ...(spec.bytes && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(spec.body && {
      requestBody: {
        required: !spec.body.safeParse({}).success,
        content: json(describedAliases(schemaOf(spec.body, 'input'), spec.aliases)),
      },
    }),
    responses: {
      200: done(spec, rows),
      ...Object.fromEntries(
        statusesOf(spec).map(status => [status, { $ref: `#/components/responses/Status${status}` }]),
      ),
    },
  }
}

function done({ text, response, versioned, list }: Spec, rows: Rows): Schema {
  if (text) return { description: text.description, content: { [text.type]: { schema: { type: 'string' } } } }
  const data = response ? rows.named(response) : { type: 'object' }
  if (list) (data.properties as Schema).rows = { type: 'array', items: rows.ofList(list.row) }
  const schema = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data },
  }
  return {
    description: 'Done',
    content: json(schema),
    ...(versioned !== undefined && { headers: { ETag: { $ref: '#/components/headers/ETag' } } }),
  }
}

/** What an endpoint of this kind can answer instead; the rest is its own affair, and said by `refuses`. */
function statusesOf({
  permission,
  params,
  query,
  body,
  bytes,
  write,
  repeatable,
  method,
  path,
  refuses = [],
  reads = false,
  list,
  beforeFactor,
}: Spec): number[] {
  const changes = write || (method !== 'GET' && !reads && list === undefined)
  const sends = body !== undefined || bytes === true
  return [
    ...new Set([
      ...(sends || write || repeatable ? [400] : []),
      // Signing in is refused so too.
      ...(permission !== 'public' || path.includes('/authorization/') ? [401] : []),
      ...(permission !== 'public' && (permission !== 'signed-in' || (changes && !beforeFactor)) ? [403] : []),
      ...(params || body ? [404] : []),
      ...(write || repeatable ? [409] : []),
      ...(method !== 'GET' || path.includes(':idsList') ? [413] : []),
      ...(body ? [415] : []),
      ...(sends || query || write || repeatable ? [422] : []),
      ...refuses,
      500,
      503,
    ]),
  ].sort((a, b) => a - b)
}

export function permissionText(rule: Access): string {
  if (typeof rule === 'string') return rule
  return 'all' in rule
    ? rule.all.map(permissionText).join(' and ')
    : `any of ${rule.any.map(permissionText).join(', ')}`
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }))
}

/** Rows of lists, described once and referred to by name: most of what is answered is made of them. */
class Rows {
  readonly schemas: Record<string, Schema> = {}
  private readonly names = new Map<z.ZodType, string>()

  add({ list, family, path }: Spec): void {
    if (!list || this.names.has(list.row)) return
    const name = `${family}_${path.split('/').slice(4).join('_')}_row`.replace(/[^A-Za-z0-9_]/g, '_')
    this.names.set(list.row, name)
    this.schemas[name] = schemaOf(list.row, 'output')
  }

  named(schema: z.ZodType): Schema {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const name = this.names.get(zodSchema as unknown as z.ZodType)
        if (name === undefined) return
        for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Schema)[key]
        Object.assign(jsonSchema, refTo(name))
      },
    })
    return rest
  }

  /** Whole, or with `fields` the named ones. */
  ofList(row: z.ZodType): Schema {
    const name = this.names.get(row) ?? ''
    const properties = Object.keys(this.schemas[name]?.properties ?? {})
    return {
      anyOf: [
        refTo(name),
        {
          type: 'object',
          description: 'What `fields` requested',
          properties: Object.fromEntries(properties.map(one => [one, refTo(`${name}/properties/${one}`)])),
        },
      ],
    }
  }
}

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const errorSchema: Schema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        request_id: { type: 'string' },
        details: { type: 'object' },
        fields: {
          type: 'object',
          additionalProperties: {
            type: 'array',
            items: { type: 'object', properties: { code: { type: 'string' }, params: { type: 'object' } } },
          },
        },
      },
    },
  },
}

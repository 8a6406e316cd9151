/** OpenAPI 3.1, made from the endpoints themselves: one that is not described does not exist. */
import { z } from 'zod'
import type { Access, EndpointSpec } from './api'

type Spec = EndpointSpec<z.ZodType, z.ZodType, z.ZodType>
type Schema = Record<string, unknown>

export function openApi(endpoints: readonly Spec[]): Schema {
  const paths: Record<string, Record<string, unknown>> = { ...besides }
  for (const spec of endpoints) (paths[openPath(spec.path)] ??= {})[spec.method.toLowerCase()] = operation(spec)
  return {
    openapi: '3.1.0',
    info: { title: 'Back office API', version: '1', description: 'Answers are `{ success: true, data }` or `{ success: false, error }`. Instants are UTC epoch milliseconds; money is in minor units.' },
    tags: [...new Set([...endpoints.map(spec => spec.family), 'system'])].sort().map(name => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API token' } },
      schemas: { Error: errorSchema },
    },
  }
}

const opened = (summary: string, responses: Schema): Schema => ({ tags: ['system'], summary, security: [], 'x-permission': 'public', responses })

/** What is not JSON in the envelope, and so no endpoint of `Api`. */
const besides: Record<string, Record<string, unknown>> = {
  '/health': { get: opened('Whether the backend and its database answer, and whether a write is kept', { 200: { description: 'They do' }, 503: { description: '`status` says which does not: database_unreachable, storage_full, not_writable' } }) },
  '/api/openapi.json': { get: opened('This description', { 200: { description: 'OpenAPI 3.1' } }) },
  '/api': { get: opened('This description as a page', { 200: { description: 'HTML' } }) },
  '/api/notifications-ws/v1/connect': {
    get: {
      ...opened('Live notifications: a WebSocket', { 101: { description: 'Switching protocols' } }),
      description: 'Send `{ event: "login", data: { token: "Bearer …" } }` first; the answer is `{ event: "login", data: "ok" | "unauthorized" }`. Then `{ event: "notification", data }` for each notification of what the signed-in person may see.',
    },
  },
}

export const openPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function operation(spec: Spec): Schema {
  const { permission } = spec
  return {
    tags: [spec.family], summary: spec.summary,
    operationId: `${spec.method.toLowerCase()}${spec.path.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    ...(permission === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    'x-permission': permission,
    description: `Permission: ${permissionText(permission)}.${spec.write ? ' Takes an `Idempotency-Key` header: a repeated request gets the first answer.' : ''}`,
    parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
    ...(spec.bytes && { requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }),
    ...(spec.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data: spec.response ? schemaOf(spec.response, 'output') : {} } } } } },
      default: { description: 'Refused or failed', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  }
}

export function permissionText(rule: Access): string {
  if (typeof rule === 'string') return rule
  return 'all' in rule ? rule.all.map(permissionText).join(' and ') : `any of ${rule.any.map(permissionText).join(', ')}`
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Schema>; required?: string[] }
  return Object.entries(properties).map(([name, shape]) => ({ name, in: where, required: where === 'path' || required.includes(name), schema: shape }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const errorSchema: Schema = {
  type: 'object', required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object', required: ['code', 'message'],
      properties: {
        code: { type: 'string' }, message: { type: 'string' }, request_id: { type: 'string' }, details: { type: 'object' },
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object', properties: { code: { type: 'string' }, params: { type: 'object' } } } } },
      },
    },
  },
}

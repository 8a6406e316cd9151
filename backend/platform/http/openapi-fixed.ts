/** What is the same in every description: refusals, and what is no endpoint of `Api`. */
export type Schema = Record<string, unknown>

const error = { $ref: '#/components/schemas/Error' }
export const refusal = (status: number, description: string): Schema => ({
  description,
  content: { 'application/json': { schema: error } },
  ...([429, 503].includes(status) && {
    headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  }),
})

/** What a status means, wherever it is answered. */
export const refusals: Record<number, string> = {
  400: 'The body is no JSON, or the Idempotency-Key is none',
  401: 'Nobody is signed in, or the token is not valid (any more)',
  403: 'Not permitted',
  404: 'Not there, or not for this asker',
  409: 'Not as things stand: a newer version, a state that does not allow it, a name that is taken',
  413: 'More than is taken at once',
  415: 'The body is of another type',
  422: 'Not understood or not valid: `fields` names what, and why',
  429: 'Too often',
  500: 'Unexpected',
  503: 'The database cannot be reached now',
}

export const json = (schema: Schema): Schema => ({ 'application/json': { schema } })
const opened = (summary: string, operationId: string, responses: Schema, more: Schema = {}): Schema => ({
  tags: ['system'],
  summary,
  operationId,
  security: [],
  'x-permission': 'public',
  responses,
  ...more,
})
const health = json({
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string' },
    reason: { type: 'string', description: 'With 503: the error’s own code, such as 57P03 or ECONNREFUSED' },
    engine: { type: 'string' },
    replica: {
      type: 'object',
      description: 'Where there is one: whether it is read, why not, and how old its data are at most',
      properties: {
        used: { type: 'boolean' },
        reason: {
          enum: [
            ...['starting', 'unreachable', 'promoted', 'other_system', 'other_timeline', 'behind'],
            'primary_unknown',
          ],
        },
        lag_seconds: { type: 'number' },
      },
    },
    zone_data: { type: 'string', description: 'Version of the time zone database that days go by: 2026f' },
  },
})

/** The specification's path of the description: of the whole API, since a family alone refers to the others. */
export const SWAGGER_PATH = '/api/jackpot-manager/v1/swagger'

/** What is not JSON in the envelope, and so no endpoint of `Api`. */
export const others: Record<string, Record<string, unknown>> = {
  '/health': {
    get: opened('Whether the backend and its database answer, and whether a write is kept', 'health', {
      200: { description: 'They do', content: health },
      503: {
        description: '`status` says which does not: database_unreachable, storage_full, not_writable',
        content: health,
      },
    }),
  },
  '/api/openapi.json': {
    get: opened('This description', 'openapi', {
      200: { description: 'OpenAPI 3.1', content: json({ type: 'object' }) },
    }),
  },
  [SWAGGER_PATH]: {
    get: opened('This description, by the specification’s path', 'openapiOfJackpotManager', {
      200: { description: 'OpenAPI 3.1', content: json({ type: 'object' }) },
    }),
  },
  '/api': {
    get: opened('This description as a page', 'openapiPage', {
      200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
    }),
  },
  '/api/notifications-ws/v1/connect': {
    get: opened(
      'Live notifications: a WebSocket',
      'notificationsSocket',
      { 101: { description: 'Switching protocols' }, 426: { description: 'Not requested as a WebSocket' } },
      {
        description:
          'Send `{ event: "login", data: { token: "Bearer …" } }` first; a token without “Bearer”, or none, is answered like a wrong one; the answer is `{ event: "login", data: "ok" | "unauthorized" }`. Then `{ event: "notification", data }` for each notification of what the signed-in person may see.',
      },
    ),
  },
}

export const openPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

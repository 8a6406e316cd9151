import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '../../app/definitions'
import { seededRoles, systemOnly } from '../../backend/identity/auth/roles'
import { pathsOf } from '../../backend/platform/contract/contract'
import { allows, permissionCatalogue, type PermissionRule } from '../../backend/platform/contract/permissions'
import { locations, slots, smibs, tenants } from '../people'
import { testBackend, type TestBackend } from '../support/backend'
import type { EndpointSpec } from '../../backend/platform/http/endpoint'

let backend: TestBackend
let endpoints: readonly EndpointSpec<never, never, never>[]

beforeAll(async () => {
  backend = await testBackend()
  endpoints = backend.app.api.endpoints as never
})
afterAll(() => backend.close())

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const filled = (path: string, id: string = slots.bellLink.id) => path.replace(/:\w+/g, id)
const bodyFor = (method: string, body?: unknown) =>
  method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }
/** What a tenant's manager has: what they lack is refused before the id is looked at. */
const managers = Object.fromEntries(
  seededRoles.manager.filter(name => !systemOnly.has(name)).map(name => [name, 1]),
)
const permissionsIn = (rule: PermissionRule): string[] =>
  typeof rule === 'string' ? [rule] : ('all' in rule ? rule.all : rule.any).flatMap(permissionsIn)

/** Endpoints whose answer was another than the one they all must give. */
async function others(
  expected: number,
  which: (spec: { permission: unknown }) => boolean,
  ask: { as?: 'nora' },
): Promise<string[]> {
  const token = ask.as && (await backend.login(ask.as))
  const wrong: string[] = []
  for (const spec of endpoints.filter(which)) {
    const { status } = await backend.request(filled(spec.path), {
      method: spec.method,
      ...bodyFor(spec.method),
      ...(token && { token }),
    })
    if (status !== expected) wrong.push(`${nameOf(spec)}: ${status}`)
  }
  return wrong
}

describe('endpoints', () => {
  test('each but the public ones asks who is there', async () => {
    expect(await others(401, spec => spec.permission !== 'public', {})).toEqual([])
  })

  test('each refuses Nora, who has no permission', async () => {
    expect(
      await others(403, spec => spec.permission !== 'public' && spec.permission !== 'signed-in', {
        as: 'nora',
      }),
    ).toEqual([])
  })

  test('few are public, and these', () => {
    expect(
      endpoints
        .filter(spec => spec.permission === 'public')
        .map(nameOf)
        .sort(),
    ).toEqual(publicEndpoints)
  })

  test('none shows Mihai of Carpathia, or changes for him, anything of Lusitânia', async () => {
    const before = await lusitania()
    const leaks: string[] = []
    const foreign = [tenants.lusitania.id, locations.porto.id, slots.ribeira.id, smibs.ribeira.id]
    const token = await backend.login('mihai')
    // Without an id in its path and its body one request is as good as four.
    const sent = new Set<string>()
    for (const spec of endpoints.filter(({ permission }) => permission !== 'public')) {
      for (const id of foreign) {
        const body = { ids: [id], reason: 'not mine to touch', version: 1, _id: id }
        const path = filled(spec.path, id)
        const ask = async (given: object) => {
          const request = { method: spec.method, ...bodyFor(spec.method, given) }
          const same = JSON.stringify([path, request])
          if (sent.has(same)) return []
          sent.add(same)
          const answer = await backend.request(path, { ...request, token })
          return [{ status: answer.status, text: await answer.text() }]
        }
        // What takes no such body gets as far as its rule with an empty one.
        const answers = [...(await ask(body)), ...(await ask({}))]
        const [response] = answers
        for (const { status, text } of answers) {
          if (status >= 500) leaks.push(`${nameOf(spec)}: ${status}`)
          if (/lusit|ribeira|NOV-20990|a0b1c2d3e404/i.test(text))
            leaks.push(`${nameOf(spec)} tells ${text.slice(0, 120)}`)
        }
        const isAllowed =
          spec.permission === 'signed-in' || allows(managers, spec.permission as PermissionRule)
        const expected = isAllowed ? 404 : 403
        if (/\/:id$/.test(spec.path) && spec.method === 'GET' && response?.status !== expected)
          leaks.push(`${nameOf(spec)}: ${response?.status} for another tenant's id`)
      }
    }
    expect([...new Set(leaks)]).toEqual([])
    expect(await lusitania()).toEqual(before)
  }, 60_000)

  test('there are some for each definition', () => {
    const served = new Set(endpoints.map(nameOf))
    const lists = Object.values(resources)
      // What was edited in bulk has one list for each entity, under that entity's own paths.
      .filter(({ stream, contract }) => !stream && contract.family !== '')
      .map(({ name, contract }) => ({ name, list: `POST ${pathsOf(contract).list}` }))
    expect(
      lists
        .filter(({ list }) => !served.has(list))
        .map(
          ({ name, list }) =>
            `${name}: nothing answers ${list}; no *.store.ts exports it as 'store', or its routes leave it out`,
        ),
    ).toEqual([])
  })

  test('a list offers a file in the background exactly where the backend writes one', () => {
    const { sources } = backend.app.api
    const wrong = Object.values(resources).filter(
      ({ contract: { family, many }, list }) => sources.has(`${family}/${many}`) === list.direct,
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('each is described in /api/openapi.json', async () => {
    const { paths } = (await (await backend.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const missing = endpoints.filter(
      ({ method, path }) => !paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
    )
    expect(missing.map(nameOf)).toEqual([])
  })

  test('each permission is in a seeded role, and in the catalogue', () => {
    const seeded = new Set<string>(Object.values(seededRoles).flat())
    const asked = endpoints.flatMap(({ permission }) =>
      typeof permission === 'string' && !permission.includes('::')
        ? []
        : permissionsIn(permission as PermissionRule),
    )
    expect(permissionCatalogue.filter(name => !seeded.has(name))).toEqual([])
    expect(asked.filter(name => !seeded.has(name))).toEqual([])
  })

  test('those who only read may change nothing', () => {
    const changes = (name: string) =>
      /::(create|update|archive|unarchive|delete|lock|unlock|toggle|reset|import|cancel|validate|revoke|ingest|edit)/.test(
        name,
      )
    // An export is a file of what one may read anyway.
    expect(
      [...seededRoles.auditor, ...seededRoles.inspector]
        .filter(changes)
        .filter(name => name !== 'data_export::create'),
    ).toEqual([])
  })
})

const publicEndpoints = [
  'GET /api/authorization/v1/sso/state',
  'GET /api/jackpot-manager/v1/point',
  'GET /api/seals/v1/keys',
  'GET /api/seals/v1/verify',
  'POST /api/appearance/v1/at-host',
  'POST /api/authorization/v1/forgot-password',
  'POST /api/authorization/v1/login',
  'POST /api/authorization/v1/login-code',
  'POST /api/authorization/v1/login-passkey',
  'POST /api/authorization/v1/logout',
  'POST /api/authorization/v1/password-link',
  'POST /api/authorization/v1/refresh',
  'POST /api/authorization/v1/registration',
  'POST /api/authorization/v1/registration-state',
  'POST /api/authorization/v1/reset-password',
  'POST /api/authorization/v1/sign-in-host',
  // Signed: the signature says who it is.
  'POST /api/authorization/v1/sso/callback',
  'POST /api/authorization/v1/sso/start',
  'POST /api/display-channels/v1/hall',
  'POST /api/display-channels/v1/hall-values',
  'POST /api/payment-transactions-processor/v1/callback/:tenant',
  // The console's own, signed with the secret of both programs.
  'POST /api/report-schedules/v1/press/done',
  'POST /api/report-schedules/v1/press/file',
  'POST /api/report-schedules/v1/press/next',
  'POST /api/seals/v1/verify',
  'POST /api/sharing/v1/file',
  // The console's own, signed with the secret of both programs.
  'POST /api/sharing/v1/issued',
  'POST /api/sharing/v1/open',
]

async function lusitania(): Promise<unknown> {
  const { db } = backend
  return Promise.all([
    db.selectFrom('tenants').selectAll().where('id', '=', tenants.lusitania.id).execute(),
    db.selectFrom('locations').selectAll().where('tenant_id', '=', tenants.lusitania.id).execute(),
    db.selectFrom('slots').selectAll().where('tenant_id', '=', tenants.lusitania.id).execute(),
    db.selectFrom('smibs').selectAll().where('tenant_id', '=', tenants.lusitania.id).execute(),
  ])
}

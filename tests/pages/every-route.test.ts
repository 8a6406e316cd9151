/**
 * Every address with ids that are none, that nobody has, and that are somebody else's; each as each role and as nobody,
 * read and sent. Whatever is answered, it is no failure of ours, and nothing is left that nobody handles: one such
 * address once ended the whole product. A refusal says why in words for people, also where a file was asked for.
 * Each address and form also has names that every object has already, as parameters like any other that a page does not
 * know.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtRoutes, testConsole, type TestConsole } from '../support/console'
import { demoPeople, passwordOf, type DemoPerson } from '../support/journey'

type Who = DemoPerson | 'nobody'
interface Route {
  id: string
  pattern: string
}

/**
 * Entities that share the patterns with `:resource`; each route is tried with one of them, and with another one as each
 * role.
 */
const resources = ['tenants', 'locations', 'slots', 'users', 'smibs']
/** Ended by themselves after a minute, or end the session of whoever asks. */
const LEFT_OUT = new Set(['notifications/stream', 'logout'])
const MISSING = 'f'.repeat(24)
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
/** All of them in one address, and each in every place where a list takes a word. */
const QUERIES = [
  NAMES.map(name => `${name}=x&${name}=y&find.${name}=z`).join('&'),
  ...NAMES.flatMap(name => [
    `${name}=x&sortBy=${name}&sortDirection=${name}`,
    `view=${name}&timeRange=${name}&rowsPerPage=${name}&page=${name}`,
    `query=${name}&status=${name}&location=${name}&${name}=a&${name}=b`,
  ]),
]

let site: TestConsole
let routes: Route[] = []
/** Somebody else's, for who belongs to the manager's tenant. */
let foreign: Record<string, string> = {}
const cookies = new Map<Who, string>([['nobody', '']])

beforeAll(async () => {
  site = await testConsole()
  const built = await builtRoutes()
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : built[id]
    return route ? [pathOf(route.parentId), route.path ?? ''].filter(Boolean).join('/') : ''
  }
  routes = Object.keys(built)
    .filter(id => id !== 'root')
    .map(id => ({ id, pattern: pathOf(id) }))
    .filter(({ pattern }) => !LEFT_OUT.has(pattern))
  const { db } = site.deps
  const manager = await db
    .selectFrom('users')
    .select('tenant_id')
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  const of = async (table: 'locations' | 'slots' | 'smibs' | 'users') =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where('tenant_id', '!=', manager.tenant_id)
        .executeTakeFirstOrThrow()
    ).id
  foreign = {
    tenants: (
      await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '!=', manager.tenant_id)
        .executeTakeFirstOrThrow()
    ).id,
    locations: await of('locations'),
    slots: await of('slots'),
    smibs: await of('smibs'),
    users: await of('users'),
  }
  for (const person of demoPeople) cookies.set(person, await signedIn(person))
})
afterAll(() => site.close())

describe.each([...demoPeople, 'nobody'].map((who, at) => [who, at] as [Who, number]))('as %s', (who, at) => {
  test('every address answers, whatever its ids, and nothing goes unhandled', async () => {
    const wrong: string[] = []
    expect(routes.length).toBeGreaterThan(90)
    for (const [index, route] of routes.entries()) {
      for (const [nr, address] of addressesOf(route, index + at).entries()) {
        const path = `${address}${address.includes('?') ? '&' : '?'}${QUERIES[(index + at + nr) % QUERIES.length] ?? ''}`
        // Ids that nobody has are read by every other pair of the six, who are shown different pages; somebody else's
        // by all. What is sent is judged
        // before it is carried out: each kind of id by two.
        const hasIds = route.pattern.includes(':')
        const isRead = !hasIds || nr === 2 || (index + nr + (at >> 1)) % 2 === 0
        const isSent = !hasIds || nr === at % 3
        for (const method of [...(isRead ? ['GET'] : []), ...(isSent ? ['POST'] : [])]) {
          const { status, isTold } = await answerOf(who, method, path)
          if (status >= 500) wrong.push(`${status} ${method} ${path} (${route.id})`)
          if (!isTold) wrong.push(`${status} without a word for people: ${method} ${path} (${route.id})`)
          for (const error of site.unhandled.splice(0))
            wrong.push(`unhandled ${method} ${path} (${route.id}): ${String(error)}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)
})

test('a program that asks for a file is told by a code', async () => {
  const response = await site.fetch(`/reports/daily-report/${MISSING}/pdf`, {
    headers: { cookie: cookies.get('manager') ?? '' },
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'not_found' } })
})

/** With each kind of wrong id; of an address without any, itself with a query that nothing can use. */
function addressesOf({ pattern }: Route, index: number): string[] {
  const names: string[] = pattern.match(/:[a-z]+|\*/gi) ?? []
  if (names.length === 0)
    return [
      `/${pattern}?page=-1&sortBy=__proto__&timeRange=%00&selected=xyz&job=xyz&entry=xyz&id=xyz&left=xyz&right=xyz&query=${'%25'.repeat(20)}`,
    ]
  const resource = names.includes(':resource')
    ? (resources[index % resources.length] ?? 'slots')
    : resourceIn(pattern)
  const odd = NAMES[(index >> 1) % NAMES.length] ?? ''
  return [
    // No id, and in turn neither a list nor a record: found in every object that is asked by name.
    index % 2 === 0 ? { resource, id: 'xyz' } : { resource: odd, id: odd },
    { resource, id: MISSING },
    { resource, id: foreign[resource] ?? MISSING },
  ].map(about => `/${pattern.replaceAll(/:[a-z]+|\*/gi, name => valueOf(name, { ...about, index }))}`)
}

/** Whose ids a literal address takes. */
const resourceIn = (pattern: string): string =>
  resources.find(one => pattern.includes(one)) ?? (pattern.includes('smib') ? 'smibs' : 'slots')

function valueOf(
  name: string,
  { resource, id, index }: { resource: string; id: string; index: number },
): string {
  switch (name) {
    case ':resource':
      return resource
    case ':kind':
      return ['tenant', 'location', 'smib', 'slot', 'fraud', 'payments', 'constructor'][index % 7] ?? 'tenant'
    case ':id':
      return id
    case '*':
      return `nowhere/${id}`
    default:
      return id === 'xyz' ? '__proto__' : '1'
  }
}

const forms = ['xyz', ...NAMES].map(word =>
  new URLSearchParams([
    ['intent', word],
    ['version', word],
    ['id', word],
    ['selected', word],
    ['reason', 'x'],
    ['take_back', '__proto__'],
    ['idempotency_key', 'xyz'],
    ['columns', word],
    ['fields', word],
    ['key', word],
    ...NAMES.flatMap(name => [
      [name, 'x'],
      [`${name}.${name}`, 'y'],
      [`${name}[0]`, 'z'],
      [`set.${name}`, 'set'],
    ]),
  ]).toString(),
)
let sent = 0

async function answerOf(
  who: Who,
  method: string,
  path: string,
): Promise<{ status: number; isTold: boolean }> {
  const form = (method === 'POST' && forms[++sent % forms.length]) || ''
  const response = await site.fetch(path, {
    method,
    headers: {
      cookie: cookies.get(who) ?? '',
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(form.length),
      }),
    },
    ...(method === 'POST' && { body: form }),
  })
  const isStream = response.headers.get('content-type')?.includes('event-stream')
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const isForPrograms = response.headers.get('content-type')?.includes('json')
  // A rejection counts as unhandled a moment after: it is to be told with the address that caused it.
  await new Promise(resolve => setImmediate(resolve))
  return { status: response.status, isTold: response.status < 400 || (text !== '' && !isForPrograms) }
}

async function signedIn(person: DemoPerson): Promise<string> {
  const body = new URLSearchParams({ username: person, password: passwordOf(person) }).toString()
  const response = await site.fetch('/auth/login', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      'sec-fetch-site': 'same-origin',
    },
  })
  expect(response.status).toBe(303)
  return response.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}

/**
 * The specification's whole route table, walked: each address exists, opens for whoever its permission column says, is
 * refused to everybody else, sends strangers to the sign-in page, and shows nobody a record of another tenant.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../backend/identity/auth/users.service'
import { seededRoles, systemOnly, type RoleName } from '../../backend/identity/auth/roles'
import { testConsole, type TestConsole } from '../support/console'
import { demoPeople, passwordOf, type DemoPerson } from '../support/journey'

interface Specified {
  path: string
  kind: string
  rule: string
}
const specified: Specified[] = readFileSync(
  new URL('../support/specified-routes.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [path = '', kind = '', rule = ''] = line.split('\t')
    return { path, kind, rule }
  })

const MISSING = 'f'.repeat(24)
const roleOf: Record<DemoPerson, RoleName> = {
  admin: 'administrator',
  manager: 'manager',
  operator: 'operator',
  auditor: 'auditor',
  inspector: 'inspector',
}

let site: TestConsole
const cookies = new Map<string, string>()
/** Of the manager's tenant, or of all: by the list whose first record it is. */
const found = new Map<string, string | undefined>()

beforeAll(async () => {
  site = await testConsole()
  for (const person of demoPeople) cookies.set(person, await signedIn(person, passwordOf(person)))
  const { db } = site.deps
  const manager = await db
    .selectFrom('users')
    .select('tenant_id')
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '!=', manager.tenant_id)
    .executeTakeFirstOrThrow()
  const password = 'a walk along another river'
  await createUser(
    db,
    {
      tenantId: other.id,
      username: 'neighbour',
      password,
      fullName: 'Paulo Ferreira',
      roles: ['manager'],
    },
    { at: Date.now() },
  )
  cookies.set('neighbour', await signedIn('neighbour', password))
}, 60_000)
afterAll(() => site.close())

async function signedIn(username: string, password: string): Promise<string> {
  const body = new URLSearchParams({ username, password }).toString()
  const response = await site.fetch('/auth/login', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      'sec-fetch-site': 'same-origin',
    },
  })
  expect(response.status, username).toBe(303)
  return response.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}

const open = (who: string, path: string) =>
  site.fetch(path, { headers: { cookie: cookies.get(who) ?? '', 'sec-fetch-site': 'same-origin' } })

/** `&` all of, `|` any of. */
function opensFor(person: DemoPerson, rule: string): boolean {
  if (rule === '-' || rule === '+') return true
  const held = new Set<string>(
    seededRoles[roleOf[person]].filter(name => roleOf[person] === 'administrator' || !systemOnly.has(name)),
  )
  return rule.includes('&')
    ? rule.split('&').every(name => held.has(name))
    : rule.split('|').some(name => held.has(name))
}

/** Ruling 18: groups are gated by a permission of their own, which the table leaves out for the lists of one type. */
const groupLists: Readonly<Record<string, string>> = {
  '/tenants-groups': 'tenant_entity_group::list',
  '/locations-groups': 'location_entity_group::list',
  '/slots-groups': 'slot_entity_group::list',
}

/** Lists whose records an address takes, where it is not the one above it. */
const listOf: Readonly<Record<string, string>> = {
  '/events/:id': '/slots',
  '/messages/:id': '/advanced/smibs',
  '/counters/:id': '/advanced/smibs',
  '/counters/virtual/:id': '/slots',
  '/counters/logic/:id': '/slots',
  '/slotdata/:id': '/slots',
  '/slot/control/:id': '/slots',
  '/logs/:id': '/advanced/smibs',
  '/error-logs/:id': '/advanced/smibs',
  '/config/tenant/:id': '/tenants',
  '/config/location/:id': '/locations',
  '/config/smib/:id': '/advanced/smibs',
  '/advanced/smib/control/:id': '/advanced/smibs',
  '/display-channel/:id': '/display-channels',
  '/acl-users/:id': '/acl/users',
  '/reports/payment-transactions/:id': '/reports/payment-transactions',
  '/admin/columns-configurations/:id': '',
}

async function firstOf(list: string): Promise<string | undefined> {
  if (!found.has(list)) {
    const html = await (await open('manager', list)).text()
    const row = /<th scope="row"[^>]*>(.*?)<\/th>/s.exec(html)?.[1] ?? ''
    found.set(list, /href="[^"]*?\/([0-9a-f]{24}(?:-\d{4}-\d\d)?)["?]/.exec(row)?.[1])
  }
  return found.get(list)
}

/** With a record of the manager's tenant where there is one. */
async function addressOf({ path }: Specified): Promise<{ path: string; known: boolean }> {
  if (path === '/admin/columns-configurations/:id')
    return { path: '/admin/columns-configurations/slots', known: true }
  let address = path.replace(':exportType', 'csv')
  if (
    /jackpot-history\/:type|\/(?:checkpoints|timelog|raw-aggregations|computed-aggregations)\/:type|^\/checkpoint\//.test(
      path,
    )
  ) {
    const slot = (await firstOf('/slots')) ?? MISSING
    address = address.replace(':type', 'slot')
    // A checkpoint has an id of its own.
    return {
      path: address.replace(':id', path.startsWith('/checkpoint/') ? MISSING : slot),
      known: !path.startsWith('/checkpoint/'),
    }
  }
  const report = /^\/reports\/(daily|monthly)-(?:jackpot-)?report\//.exec(path)?.[1]
  const list = report ? `/reports/${report}-reports` : (listOf[path] ?? path.replace(/\/:\w+.*$/, ''))
  if (!/:\w+/.test(address)) return { path: address, known: true }
  const id = await firstOf(list)
  return { path: address.replace(/:(?:id|locationIdYearMonth)/, id ?? MISSING), known: id !== undefined }
}

test('every address of the specification opens for whom it should, and for nobody else', async () => {
  expect(specified).toHaveLength(159)
  const wrong: string[] = []
  // Signing out ends the walk of whoever does it; that it does is tested elsewhere.
  for (const one of specified.filter(({ path }) => path !== '/logout')) {
    const { path, known } = await addressOf(one)
    for (const person of demoPeople) {
      const { status, headers } = await open(person, path)
      const leads = headers.get('location') ?? ''
      const opens =
        status === 200 ||
        (status >= 300 && status < 400 && !leads.startsWith('/error/error-v1')) ||
        (!known && status === 404)
      const may = opensFor(person, groupLists[one.path] ?? one.rule)
      // A system's person sees every tenant; whoever may not is told so, or that there is no such thing.
      const expected = may
        ? opens || one.path.startsWith('/error') || (one.path === '/auth/callback' && status === 422)
        : status === 403 || status === 404
      if (!expected) wrong.push(`${person} ${path} (${one.rule}): ${status} ${leads}`)
    }
  }
  expect(wrong).toEqual([])
}, 300_000)

test('strangers are sent to the sign-in page from all but the public ones', async () => {
  const wrong: string[] = []
  for (const one of specified) {
    const { path } = await addressOf(one)
    const response = await site.fetch(path)
    const leads = response.headers.get('location') ?? ''
    // A report opens by a share link, which has an address of its own.
    const isPublic = one.rule === '-'
    const sent = response.status === 302 && leads.startsWith('/auth/login')
    if (isPublic ? response.status >= 500 : !sent) wrong.push(`${path}: ${response.status} ${leads}`)
  }
  expect(wrong).toEqual([])
}, 120_000)

/** Records that belong to all tenants; and a list narrowed to what is not there, which is an empty list. */
const shared =
  /^\/(?:games-registry|acl\/(?:permissions|roles)|admin\/columns-configurations)\/|^\/jackpot-history\/:type\/:id$/

test('nothing of one tenant is there for another', async () => {
  const wrong: string[] = []
  for (const one of specified.filter(({ path }) => /:(?:id|locationIdYearMonth)/.test(path))) {
    const { path, known } = await addressOf(one)
    if (!known || shared.test(one.path)) continue
    let answer = await open('neighbour', path)
    const leads = answer.headers.get('location') ?? ''
    if (leads.startsWith('/') && !leads.startsWith('/error/error-v1')) answer = await open('neighbour', leads)
    const isGone =
      answer.status === 404 || answer.headers.get('location')?.startsWith('/error/error-v1') === true
    if (!isGone) wrong.push(`${path}: ${answer.status} ${leads}`)
  }
  expect(wrong).toEqual([])
}, 120_000)

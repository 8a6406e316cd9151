/** Names that every object has already, in addresses and forms: parameters like any other that a page does not know. */
import { builtRoutes, ORIGIN, type TestConsole } from '../support/console'
import { expect, passwordOf, test } from '../support/journey'

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
/** A page that is left out: it ends the session that the others need. */
const LEFT_OUT = new Set(['/logout'])

async function session(site: TestConsole): Promise<string> {
  const response = await site.fetch('/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: passwordOf('admin') }),
    headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
  })
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

async function paths(): Promise<string[]> {
  const routes = Object.values(await builtRoutes())
  const own = new Set(
    routes
      .filter(route => route?.path !== undefined && route.path !== '*')
      .map(route => `/${route?.path ?? ''}`),
  )
  const lists = ['slots', 'locations', 'tenants', 'smibs']
  const filled = (path: string, name: string) =>
    path.replace(':resource', lists[own.size % lists.length] ?? 'slots').replace(/:\w+\??/g, name)
  return [
    ...new Set(
      [...own].flatMap(path => [
        ...lists.map(list => filled(path.replace(':resource', list), '0123456789abcdef01234567')),
        filled(path.replace(':resource', 'constructor'), 'constructor'),
        filled(path, '__proto__'),
      ]),
    ),
  ].filter(path => !LEFT_OUT.has(path))
}

test('in the address of every page are ignored or told, never the end of it', async ({ site }) => {
  const cookie = await session(site)
  const queries = names.flatMap(name => [
    `${name}=x`,
    `sortBy=${name}&sortDirection=${name}`,
    `view=${name}&timeRange=${name}&rowsPerPage=${name}&page=${name}`,
    `query=${name}&status=${name}&location=${name}&${name}=a&${name}=b`,
  ])
  const failed: string[] = []
  for (const [index, path] of (await paths()).entries()) {
    // All of them in one address, and each in turn over the pages.
    for (const query of [
      names.map(name => `${name}=x&${name}=y&find.${name}=z`).join('&'),
      queries[index % queries.length] ?? '',
    ]) {
      const response = await site.fetch(`${path}?${query}`, { headers: { cookie } })
      await response.body?.cancel()
      if (response.status >= 500) failed.push(`${response.status} ${path}?${query}`)
    }
  }
  expect(failed).toEqual([])
}, 240_000)

test('in every form are fields that nobody knows', async ({ site }) => {
  const cookie = await session(site)
  const failed: string[] = []
  for (const path of await paths()) {
    const body = new URLSearchParams(
      names.flatMap(name => [
        [name, 'x'],
        [`${name}.${name}`, 'y'],
        [`${name}[0]`, 'z'],
        [`set.${name}`, 'set'],
        ['intent', name],
        ['columns', name],
        ['fields', name],
        ['key', name],
      ]),
    )
    const response = await site.fetch(path, {
      method: 'POST',
      body,
      headers: { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    })
    await response.body?.cancel()
    // A page without a form answers 405.
    if (response.status >= 500) failed.push(`${response.status} ${path}`)
  }
  expect(failed).toEqual([])
}, 240_000)

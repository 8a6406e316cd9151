import fc from 'fast-check'
import { createStaticHandler, matchRoutes, type StaticHandlerContext } from '@remix-run/router'
import { beforeEach, describe, expect, test } from 'vitest'
import { rememberModules, rememberRoutes } from './route-matching.server'

const page = (id: string, path: string | undefined, children?: object[]) => ({
  id,
  path,
  loader: ({ params }: { params: object }) => ({ id, params }),
  ...(children && { children }),
})
const routes = [
  page('root', '', [
    { id: 'home', index: true, loader: () => ({ id: 'home', params: {} }) },
    page('tasks', 'advanced/tasks'),
    page('section-list', 'advanced/:resource'),
    page('new', ':resource/new'),
    page('list', ':resource'),
    page('one', ':resource/:id'),
  ]),
] as Parameters<typeof createStaticHandler>[0]

const router = { matchRoutes, createStaticHandler }
beforeEach(() => {
  Object.assign(router, { matchRoutes, createStaticHandler })
  rememberRoutes(router)
})
const asked = (path: string) => new Request(`http://localhost${path}`)
const told = async (handler: ReturnType<typeof createStaticHandler>, path: string) => {
  const { matches, loaderData, errors, statusCode } = (await handler.query(
    asked(path),
  )) as StaticHandlerContext
  return {
    matches: matches.map(({ route: { id }, params, pathname }) => ({ id, params, pathname })),
    loaderData,
    errors,
    statusCode,
  }
}

describe('routes that are remembered', () => {
  const paths = [
    '/',
    '/slots',
    '/slots/',
    '/slots/new',
    '/slots/01a1',
    '/slots/%C8%99',
    '/advanced/tasks',
    '/advanced/smibs',
    '/a/b/c/d',
    '/slots?page=2',
  ]

  test.each(paths)('%s leads where it leads without them, the first time and after', async path => {
    const whole = createStaticHandler(routes)
    const handler = router.createStaticHandler(routes)
    const expected = await told(whole, path)
    for (let time = 0; time < 2; time++) {
      expect(await told(handler, path)).toEqual(expected)
      expect(router.matchRoutes(routes, path)).toEqual(matchRoutes(routes, path))
    }
  })

  test('one pattern serves one record after another', async () => {
    const handler = router.createStaticHandler(routes)
    const whole = createStaticHandler(routes)
    for (const id of ['01a1', '01a2', '01a1', 'a'.repeat(24), 'b'.repeat(24), 'a'.repeat(24)]) {
      const address = `/slots/${id}`
      expect((await told(handler, address)).loaderData.one).toEqual({
        id: 'one',
        params: { resource: 'slots', id },
      })
      expect(await told(handler, address)).toEqual(await told(whole, address))
      expect(router.matchRoutes(routes, address)).toEqual(matchRoutes(routes, address))
    }
  })

  test('one loader alone is asked by its route', async () => {
    expect(
      await router.createStaticHandler(routes).queryRoute(asked('/slots/01a1'), { routeId: 'one' }),
    ).toMatchObject({ id: 'one' })
  })

  test('an address that nobody has asked for leads where the whole table says, however routes are nested and written', () => {
    const parts = ['slots', 'Slots', 'new', 'advanced', 'tasks', 'fișe', 'x', ':resource', ':id', 'tab?', '*']
    const path = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 }).map(own => {
      const splat = own.indexOf('*')
      return (splat < 0 ? own : own.slice(0, splat + 1)).join('/')
    })
    const leaf = fc.record({ path })
    const parent = fc.record({
      path: fc.oneof(
        fc.constant(undefined),
        path.filter(own => !own.includes('*')),
      ),
      children: fc.array(fc.oneof(leaf, fc.constant({ index: true })), { minLength: 1, maxLength: 4 }),
    })
    const table = fc.array(fc.oneof(leaf, parent), { minLength: 1, maxLength: 6 })
    const address = fc
      .array(fc.constantFrom('slots', 'SLOTS', 'new', 'advanced', 'tasks', 'fișe', 'x', 'y', ''), {
        maxLength: 4,
      })
      .map(own => `/${own.join('/')}`)
    fc.assert(
      fc.property(table, fc.array(address, { minLength: 1, maxLength: 5 }), (given, addresses) => {
        const [root] = [{ id: 'root', path: '', children: given }] as unknown as Parameters<
          typeof createStaticHandler
        >[0]
        const all = root ? [root] : []
        // The first time a table is asked nothing is remembered of it.
        router.matchRoutes(all, '/')
        for (const at of addresses) {
          const found = router.matchRoutes(all, at)
          expect(found).toEqual(matchRoutes(all, at))
          expect(found?.at(-1)?.route).toBe(matchRoutes(all, at)?.at(-1)?.route)
        }
      }),
    )
  })
})

test('the modules by route are gathered once for each build', () => {
  let gathered = 0
  const entry = {
    createEntryRouteModules: (build: object) => {
      gathered++
      return Object.keys(build)
    },
  }
  rememberModules(entry)
  const [one, other] = [{ root: 1, slots: 2 }, { root: 3 }]
  expect([one, other, one].map(build => entry.createEntryRouteModules(build))).toEqual([
    ['root', 'slots'],
    ['root'],
    ['root', 'slots'],
  ])
  expect(gathered).toBe(2)
})

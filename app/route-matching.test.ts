import { createStaticHandler, matchRoutes, type StaticHandlerContext } from '@remix-run/router'
import { beforeEach, describe, expect, test } from 'vitest'
import { rememberRoutes } from './route-matching.server'

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
})

import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtLike, routesOf } from '../tests/support/small-build'
import { leaves, pageHandler } from './page-handler.server'

const small = {
  root: { path: '' },
  home: { parentId: 'root', index: true },
  tasks: { parentId: 'root', path: 'advanced/tasks' },
  'section-list': { parentId: 'root', path: 'advanced/:resource' },
  new: { parentId: 'root', path: ':resource/new' },
  list: { parentId: 'root', path: ':resource' },
  one: { parentId: 'root', path: ':resource/:id' },
  hour: { parentId: 'root', path: ':resource/:id/days/:day/:hour' },
  unknown: { parentId: 'root', path: '*' },
}

describe('the route that an address leads to', () => {
  test.each([
    ['/', 'home'],
    ['/slots', 'list'],
    ['/slots/', 'list'],
    ['/SLOTS/NEW', 'new'],
    ['/slots/01a1', 'one'],
    ['/slots/%C8%99', 'one'],
    ['/advanced/tasks', 'tasks'],
    ['/advanced/smibs', 'section-list'],
    [`/slots/${'a'.repeat(24)}/days/2026-11-29/1795900000000`, 'hour'],
    [`/slots/${'b'.repeat(24)}-2026-11`, 'one'],
    ['/a/b/c/d', 'unknown'],
  ])('%s is %s, the first time and after', (address, leaf) => {
    const leafOf = leaves(routesOf(small))
    expect([leafOf(address), leafOf(address)]).toEqual([leaf, leaf])
  })

  test('is looked up anew where the address is long, and right', () => {
    const leafOf = leaves(routesOf(small))
    const long = `/slots/${'x'.repeat(400)}`
    expect([leafOf(long), leafOf(long)]).toEqual(['one', 'one'])
  })

  test('cannot be one that is named like a record', () => {
    const hidden = { ...small, year: { parentId: 'root', path: 'reports/2026' } }
    expect(() => leaves(routesOf(hidden))).toThrow('year: a literal part of digits')
  })

  test('is what the whole table says, however routes are nested and written', () => {
    const parts = ['slots', 'Slots', 'new', 'tasks', 'fișe', ':resource', ':id', 'tab?', '*']
    const path = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 }).map(own => {
      const splat = own.indexOf('*')
      return (splat < 0 ? own : own.slice(0, splat + 1)).join('/')
    })
    const table = fc.array(fc.record({ path, isBelow: fc.boolean() }), { minLength: 1, maxLength: 8 })
    const address = fc
      .array(fc.constantFrom('slots', 'SLOTS', 'new', 'tasks', 'fișe', 'x', '17', 'c'.repeat(24), ''), {
        maxLength: 4,
      })
      .map(own => `/${own.join('/')}`)
    fc.assert(
      fc.property(table, fc.array(address, { minLength: 1, maxLength: 6 }), (given, addresses) => {
        const under: { id: string; path: string }[] = []
        const flat = given.map(({ path, isBelow }, nr) => {
          const parent = under.find(one => isBelow && !one.path.includes('*'))
          const own = { id: `route-${nr}`, path, parentId: parent?.id ?? 'root' }
          under.push({ id: own.id, path })
          return own
        })
        const children = (of: string): object[] =>
          flat
            .filter(one => one.parentId === of)
            .map(({ id, path }) => ({ id, path, children: children(id) }))
        const tree = [{ id: 'root', path: '', children: children('root') }]
        const leafOf = leaves(
          routesOf({ root: { path: '' }, ...Object.fromEntries(flat.map(one => [one.id, one])) }),
        )
        for (const at of [...addresses, ...addresses])
          expect(leafOf(at)).toBe(matchRoutes(tree as never, at)?.at(-1)?.route.id ?? 'root')
      }),
    )
  })
})

describe('an answer', () => {
  const build = builtLike(small, ({ params }) => new Response(JSON.stringify(params)))
  const asked = async (build: ServerBuild, path: string, init?: RequestInit) => {
    const answer = await pageHandler(build, 'production')(new Request(`http://console.test${path}`, init))
    return { status: answer.status, text: await answer.text() }
  }

  test('is of the record whose page is asked for, one after another', async () => {
    const handle = pageHandler(build, 'production')
    for (const id of ['a'.repeat(24), 'b'.repeat(24), 'a'.repeat(24)]) {
      const answer = await handle(new Request(`http://console.test/slots/${id}`))
      expect(await answer.json()).toEqual({ resource: 'slots', id })
    }
  })

  test('of one route alone is had by its name', async () => {
    expect(await asked(build, '/slots/01a1?_data=one')).toEqual({
      status: 200,
      text: JSON.stringify({ resource: 'slots', id: '01a1' }),
    })
    expect((await asked(build, '/slots/01a1?_data=tasks')).status).toBe(403)
  })
})

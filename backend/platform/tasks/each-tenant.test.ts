/** Work of several tenants in one turn. */
import { expect, it, vi } from 'vitest'
import type { Deps } from '../deps'
import { byChance, tenantByTenant } from './each-tenant.service'

/** What each has waiting goes down as it is worked on; `order` says who had a piece of how much. */
function turn(waiting: Record<string, number>, most?: number, isOver?: () => boolean) {
  const order: [tenant: string, pieces: number][] = []
  const warn = vi.fn()
  const done = tenantByTenant({ log: { warn } as unknown as Deps['log'] }, Object.keys(waiting), {
    ...(most !== undefined && { most }),
    ...(isOver && { isOver }),
    failed: 'it could not be done',
    work: (tenant, share) => {
      if (waiting[tenant] === -1) return Promise.reject(new Error('broken'))
      const pieces = Math.min(waiting[tenant] ?? 0, share)
      waiting[tenant] = (waiting[tenant] ?? 0) - pieces
      order.push([tenant, pieces])
      return Promise.resolve(pieces)
    },
  })
  return { order, warn, done, waiting }
}

it('a tenant with much work keeps none waiting, and has what the others leave', async () => {
  const { order, done, waiting } = turn({ large: 1_000, small: 3, middle: 30 }, 90)
  expect(await done).toBe(90)
  expect(order.slice(0, 3)).toEqual([
    ['large', 30],
    ['small', 3],
    ['middle', 30],
  ])
  expect(waiting).toEqual({ large: 943, small: 0, middle: 0 })
})

it('one alone has the whole turn, and more tenants than there is room for are served in their order', async () => {
  const only = turn({ only: 50 }, 20)
  expect(await only.done).toBe(20)
  expect(only.order).toEqual([['only', 20]])
  const { order, done } = turn({ first: 9, second: 9, third: 9 }, 2)
  expect(await done).toBe(2)
  expect(order).toEqual([
    ['first', 1],
    ['second', 1],
  ])
})

it('by chance each is served first in one turn or another', () => {
  const all = ['first', 'second', 'third']
  const firsts = new Set(Array.from({ length: 200 }, () => byChance(all)[0]))
  expect([...firsts].sort()).toEqual(all)
  expect(byChance(all).sort()).toEqual(all)
})

it('one that fails is reported and holds up no other; without a maximum each has all that it finds', async () => {
  const { order, warn, done } = turn({ first: 2, broken: -1, last: 700 })
  expect(await done).toBe(702)
  expect(order).toEqual([
    ['first', 2],
    ['last', 700],
  ])
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('broken'), tenant_id: 'broken' },
    'it could not be done',
  )
})

it('ends between two tenants where the turn is over', async () => {
  let looks = 0
  const { order, done } = turn({ first: 1, second: 1 }, 10, () => looks++ > 0)
  expect(await done).toBe(1)
  expect(order).toEqual([['first', 1]])
})

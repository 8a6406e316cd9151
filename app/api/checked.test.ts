import { expect, test } from 'vitest'
import { z } from 'zod'
import { checked } from './checked.server'

const schema = z.object({ rows: z.array(z.object({ nr: z.number() })), total: z.number() })
const rows = Array.from({ length: 350 }, (_, nr) => ({ nr }))

test('a long list is checked piece by piece, and comes out whole', async () => {
  expect(await checked(schema, { rows, total: 350 })).toMatchObject({
    success: true,
    data: { rows, total: 350 },
  })
})

test.each([50, 150, 349])('an element that is wrong is named by where it stands: %i', async at => {
  const wrong: { nr: unknown }[] = [...rows]
  wrong[at] = { nr: 'many' }
  const { success, error } = await checked(schema, { rows: wrong, total: 350 })
  expect(success).toBe(false)
  expect(error?.issues.map(one => one.path)).toEqual([['rows', at, 'nr']])
})

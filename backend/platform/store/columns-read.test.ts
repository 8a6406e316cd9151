/**
 * Laws over every store: a list reads the columns of the fields that are asked for, so a field that looked at another
 * one would be wrong in some lists only.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { statementsOf } from '../../../tests/support/statements'
import type { Stored } from './columns'
import type { Store } from './store-spec'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

/** Whatever a column may hold: what is read beside it often hangs on that. */
const valuesFor = ({ contract }: Store) => [
  null,
  0,
  1,
  4_102_444_800_000,
  '[]',
  '{}',
  '{"total":{}}',
  ...Object.values(contract.row.shape).flatMap(field => {
    const bare = field instanceof z.ZodNullable ? field.unwrap() : field
    return bare instanceof z.ZodEnum ? bare.options : []
  }),
]

describe('what a field reads', () => {
  it('is what it says, whatever the row holds', () => {
    const untold = new Set<string>()
    for (const [name, store] of backend.app.api.stores)
      for (const [field, { of, read, reference }] of Object.entries(store.spec.columns)) {
        const told = new Set([...of, 'id', ...(reference ? [`${field}__id`, `${field}__name`] : [])])
        const row = (value: unknown) =>
          new Proxy<Stored>(
            {},
            {
              get: (_, column) => {
                if (!told.has(String(column))) untold.add(`${name} ${field}: ${String(column)}`)
                return value
              },
            },
          )
        for (const value of valuesFor(store))
          try {
            read(row(value), 1_900_000_000_000, field)
          } catch {
            // Not every column can hold that.
          }
      }
    expect([...untold]).toEqual([])
  })
})

describe('a list', () => {
  const asked = (fields: string[]) =>
    statementsOf(backend.db, () =>
      backend.json('/api/configuration/v1/slots', { as: 'ana', body: { rowsPerPage: 10, fields } }),
    )

  it('reads no column and joins no table but for the fields that are asked for', async () => {
    const narrow = (await asked(['serial', 'location'])).find(one => one.includes('as found'))
    expect(narrow).toContain('locations')
    expect(narrow).not.toMatch(/t\.\*|tenants|smibs|repairs|presence_limits|manufacturer|lock_/)
    expect((await asked(['state'])).join()).toMatch(/presence_limits/)
  })

  it('is one statement with its total, after the one that says who asks', async () => {
    await asked(['serial'])
    const { length } = await asked(['serial', 'location', 'state', 'open_repairs'])
    expect(length).toBe(2)
  })
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { slotsContract } from '../../estate/slots/slots.contract'
import { slotsStore } from '../../estate/slots/slots.store'
import { defineContract } from '../contract/contract'
import { formColumnTypes } from './form-columns'
import { defineStore } from './store'

test('texts, numbers and flags of the form are stored in the columns of their names', () => {
  const types = formColumnTypes(slotsContract)
  expect(types).toMatchObject({ serial: 'text', cvt_valid_to: 'text', sas_address: 'bigint' })
  // Of an amount and of another entity the contract does not say the columns, and what no form writes is not one.
  for (const field of ['denomination', 'location', 'lock_reason', 'demo'])
    expect(types).not.toHaveProperty(field)
  const { sas_address, demo, lock_reason } = slotsStore.spec.columns
  expect(sas_address?.write?.(7)).toEqual({ sas_address: 7 })
  expect(demo?.write?.(true)).toEqual({})
  expect(lock_reason?.write).toBeUndefined()
})

test('a flag is 0 or 1 in its column', () => {
  const contract = defineContract({
    family: 'configuration',
    one: 'lamp',
    many: 'lamps',
    row: z.object({ _id: z.string(), lit: z.boolean() }),
    input: z.object({ lit: z.boolean() }),
    filters: z.object({}),
    sort: [],
    permissions: { list: 'slot::list', read: 'slot::list' },
    actions: {},
  })
  const { lit } = defineStore(contract, { table: 'slots', columns: {}, search: () => [] }).spec.columns
  expect(lit?.write?.(true)).toEqual({ lit: 1 })
  expect(lit?.read({ lit: 0 }, 0, 'lit')).toBe(false)
  expect(formColumnTypes(contract)).toEqual({ lit: 'bigint' })
})

test('a store that does not say where a field is stored is refused by the name of the field', () => {
  const columns = { ...slotsStore.spec.columns }
  delete columns.denomination
  expect(() => defineStore(slotsContract, { ...slotsStore.spec, columns } as never)).toThrow(
    "slots: the store says in 'columns' where denomination is stored",
  )
})

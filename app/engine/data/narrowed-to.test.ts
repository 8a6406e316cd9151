import { expect, it } from 'vitest'
import { resources } from '../../definitions'
import type { ListQuery } from '../address/list-query'
import { narrowedTo } from './narrowed-to'

const options = Object.fromEntries(
  [
    ['tenant', 'Carpathia Gaming'],
    ['location', 'Cluj Central'],
    ['slot', 'EGT-00412'],
    ['group', 'Big halls'],
  ].map(([name = '', label = '']) => [name, { list: [{ value: '1', label }], searchable: false, find: '' }]),
)
const of = (filters: ListQuery['filters'], resource = resources.smibs) =>
  narrowedTo(
    resource,
    { page: 1, rowsPerPage: 10, sortBy: 'id', sortDirection: 'desc', query: 'x', filters },
    options,
  )

it('a list is narrowed to the nearest one place by its name, and to nobody by anything else (ruling 35)', () => {
  expect([
    of({ tenant: ['1'] }),
    of({ tenant: ['1'], location: ['1'] }),
    of({ slot: ['1'], tenant: ['1'] }),
  ]).toEqual(['Carpathia Gaming', 'Cluj Central', 'EGT-00412'])
  expect([
    of({}),
    of({ state: ['online'] }),
    of({ tenant: ['1', '2'] }),
    of({ location: ['2'] }),
    of({ group: ['1'] }, resources.slots),
  ]).toEqual(Array(5).fill(undefined))
})

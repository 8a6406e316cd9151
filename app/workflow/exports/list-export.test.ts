import { expect, it } from 'vitest'
import { resources } from '../../definitions'
import { fileColumns, storedColumns, wireColumns } from '../../engine/export/file-columns'
import { exportableAt } from './exportable.server'

const lists = Object.values(resources).filter(({ stream, exportPermission }) => !stream && exportPermission)

it.each(lists.map(resource => [resource.name, resource] as const))(
  'an ordered file of %s has what each of its columns reads',
  (_, resource) => {
    const shown = fileColumns(resource, [...resource.list.columns, ...(resource.list.more ?? [])])
    const fields = wireColumns(resource, shown)
    expect(fields.length).toBeLessThanOrEqual(100)
    expect(shown.length).toBeLessThanOrEqual(100)
    expect(storedColumns(resource, fields, shown)).toEqual(shown)
  },
)

it('an amount whose unit and currency stand in other fields comes with them', () => {
  expect(wireColumns(resources.anomalies, ['value'])).toEqual(['value', 'rule', 'unit', 'currency'])
})

it('a file that was ordered before its columns were stored has those of its fields', () => {
  // How many locations a rule has is read for their column and is none itself.
  const fields = ['name', 'location_count', 'locations']
  expect(storedColumns(resources['alarm-rules'], fields, null)).toEqual(['name', 'locations'])
})

it('a list that is never written in the background has no page that orders it', () => {
  const direct = Object.values(resources).filter(({ list, path }) => list.direct && path !== '')
  expect(direct.length).toBeGreaterThan(4)
  for (const { path } of direct) {
    const url = new URL(`${path}/export`, 'https://console.example')
    expect(() => exportableAt({ url }), path).toThrow(expect.objectContaining({ status: 302 }) as Error)
  }
})

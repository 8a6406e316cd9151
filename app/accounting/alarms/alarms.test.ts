/** Files of alarms and of what is out of the ordinary hold numbers; a rule's own locations are never a bare dash. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { csvForm } from '../../engine/export/csv.server'
import { fileColumns } from '../../engine/export/file-columns'
import type { Resource } from '../../engine/definition/resource'
import { resources } from '../../definitions'
import { exactOf, fileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'

const zone = 'Europe/Bucharest'
function cellsOf(resource: Resource, names: string[], row: object): Record<string, string> {
  const face = { t: translator('en'), format: formatter('en', zone), file: fileFormat('en', zone, 'machine') }
  const base = { ...face, locale: 'en' as const, timeZone: zone, now: 0, entity: resource.name }
  const { head, line } = csvForm(resource, fileColumns(resource, names), base, {})
  const cells = line({ _id: '', ...row })
  return Object.fromEntries(head.map((name, at) => [name, exactOf(cells[at] ?? '')]))
}

test('a value and its limit are numbers, with their unit and currency in columns of their own', () => {
  const of = (row: object) => cellsOf(resources.alarms, ['value', 'threshold'], row)
  expect(of({ value: 123_456_750, threshold: 60_000, unit: 'minor', currency: 'RON' })).toEqual({
    value: '1234567.50',
    threshold: '600.00',
    unit: 'amount',
    currency: 'RON',
  })
  expect(of({ value: 1_440, threshold: 30, unit: 'min', currency: null })).toEqual({
    value: '1440',
    threshold: '30',
    unit: 'minutes',
    currency: '',
  })
  const anomaly = { rule: 'rtp_high', value: 10_250, threshold: 9_800, unit: 'bp', currency: 'RON' }
  expect(cellsOf(resources.anomalies, ['value', 'threshold'], anomaly)).toEqual({
    value: '102.50',
    threshold: '98.00',
    unit: '%',
    currency: 'RON',
  })
})

test('a rule says how many of its locations a reader does not see, since none means all', () => {
  const cluj = { _id: 'c1', name: 'Cluj' }
  const of = (locations: object[], location_count: number) =>
    cellsOf(resources['alarm-rules'], ['locations'], { locations, location_count }).locations
  expect(of([], 0)).toBe('all')
  expect(of([], 2)).toBe('2 locations not shown')
  expect(of([cluj], 2)).toBe('Cluj; 1 location not shown')
  expect(of([cluj], 1)).toBe('Cluj')
})

test('the name of a rule in a list is no link of its own: it leads to the alarm', () => {
  const cell = resources.alarms.fields.rule?.cell(
    { _id: 'r1', name: 'Silent' },
    { inRows: true } as never,
    {},
  )
  expect(renderToStaticMarkup(cell)).toBe('Silent')
})

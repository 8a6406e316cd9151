import { expect, it } from 'vitest'
import { permissionCatalogue } from '../../../../backend/platform/contract/permissions'
import { sectionsOf, sheetsOf } from './sections'

it('every permission stands on one sheet, once, beside those of its entity', () => {
  const sections = sectionsOf(permissionCatalogue)
  const sheets = sheetsOf(sections)
  const shown = sheets.flatMap(sheet => sheet.flatMap(({ columns }) => columns))
  expect(shown.map(({ name }) => name).sort()).toEqual([...permissionCatalogue].sort())
  expect(shown.every(({ name, index }) => permissionCatalogue[index] === name)).toBe(true)
  expect(new Set(sections.map(({ entity }) => entity)).size).toBe(sections.length)
})

it('a sheet holds no more columns than paper in landscape, unless one section alone has more', () => {
  const columns = (entity: string, count: number) => ({
    entity,
    columns: Array.from({ length: count }, (_, index) => ({ name: `${entity}::${index}`, index })),
  })
  const sheets = sheetsOf([
    columns('a', 40),
    columns('b', 6),
    columns('c', 1),
    columns('d', 60),
    columns('e', 1),
  ])
  expect(sheets.map(sheet => sheet.map(({ entity }) => entity))).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
})

/** What is to be said of a column or an entity stands in few places: these laws count them. */
import { expect, test } from 'vitest'
import { projectFiles, read } from './project-files'

const sources = (pattern: RegExp) =>
  projectFiles(/^(?:app|backend|locales)\/.*\.(?:tsx?|json)$/).filter(
    file => !/\.test\.tsx?$/.test(file) && pattern.test(read(file)),
  )

test('a plain column of a slot is named where it is described, shown and imported, and nowhere else', () => {
  expect(sources(/\bcvt_no\b/)).toEqual([
    'app/estate/slots/slots.resource.ts',
    'backend/demo/seed.ts',
    'backend/estate/slots/slots.contract.ts',
    'backend/estate/slots/slots.importer.ts',
    'backend/schema/migrations/001-core.ts',
    'locales/en/estate/slots.json',
    'locales/pt/estate/slots.json',
    'locales/ro/estate/slots.json',
  ])
})

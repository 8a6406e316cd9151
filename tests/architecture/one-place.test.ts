/** What is to be said of a column or an entity stands in few places: these laws count them. */
import { expect, test } from 'vitest'
import { projectFiles, read } from './project-files'

const files = projectFiles(/./)
/** Read once: each entity is looked for in all of them. */
const texts = new Map(
  files
    .filter(file => /^(?:app|backend|locales)\/.*\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => [file, read(file)]),
)
const sources = (pattern: RegExp) => [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file)

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

/** An earlier wing, which notifies people of what is said of records of later ones. */
const commentKinds = 'backend/workflow/news/comment-kinds.contract.ts'

/** Those whose permissions stand in their contract: `<wing>/<module>/<things>.contract.ts`. */
const ofTheirOwn = files.filter(
  file => /^backend\/.*\.contract\.ts$/.test(file) && /^ {2}access: \{$/m.test(read(file)),
)

test.each(ofTheirOwn)('%s: the entity is eight files, and no list names its permissions', file => {
  const [, wing, module, things] = /^backend\/([^/]+)\/([^/]+)\/([^/]+)\.contract\.ts$/.exec(file) ?? []
  const own = [
    `app/${wing}/${module}/${things}.resource.ts`,
    `backend/${wing}/${module}/${things}.contract.ts`,
    `backend/${wing}/${module}/${things}.store.ts`,
    `backend/${wing}/${module}/${things}.table.ts`,
    ...['en', 'pt', 'ro'].map(locale => `locales/${locale}/${wing}/${things}.json`),
  ]
  expect(own.filter(one => files.includes(one))).toEqual(own)
  const [, access = ''] = /^ {2}access: \{\n([\s\S]*?)^ {2}\},$/m.exec(read(file)) ?? []
  const entities = new Set([...access.matchAll(/'([a-z_]+)::/g)].map(([, entity]) => entity))
  const naming = sources(new RegExp(`\\b(?:${[...entities].join('|')})\\b`))
  // The list that `npm run found` writes, to which nobody adds a line; and by whom the comments on it are read.
  expect(naming.filter(one => !own.includes(one) && one !== commentKinds)).toEqual([
    'backend/platform/contract/permissions.found.ts',
  ])
  // The eighth makes the table.
  const table = /table: '(\w+)'/.exec(read(own[2] ?? ''))?.[1] ?? ''
  expect(
    projectFiles(/^backend\/schema\/migrations\/.*\.ts$/).some(one => read(one).includes(`'${table}'`)),
  ).toBe(true)
})

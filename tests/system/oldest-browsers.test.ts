/**
 * The built files, read against what the oldest promised browsers lack. Pages are looked at in one of these in
 * tests/e2e/kiosk.e2e.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lackingCalls, lackingStyles, unmixedBackgrounds } from '../support/browser-support'

const folder = path.resolve('build/client/assets')
const read = (ending: string) =>
  readdirSync(folder)
    .filter(file => file.endsWith(ending))
    .map(file => readFileSync(path.join(folder, file), 'utf8'))
const sheets = read('.css')

/** What some promised browser lacks, and why that does no harm there. */
const harmless: Record<string, string> = {
  ':has':
    'lists of selectors are split by the build; what only it can say is a comfort, and `@supports` hides nothing without it',
  ':open': 'turns the arrow of a list that is drawn by the page, which none of these can',
  '::picker': 'a list that is drawn by the page: the browser draws its own',
  '::picker-icon': 'as above',
  '::-webkit-inner-spin-button': 'Firefox has no such button in a field',
  '::-webkit-progress-bar': 'Firefox draws `::-moz-progress-bar`, in a rule of its own',
  '::-webkit-progress-value': 'as above',
  '::-moz-progress-bar': 'Chrome and Safari draw `::-webkit-progress-value`, in a rule of its own',
  lh: 'the least height of an empty date in Safari on a phone',
  'oklch()': 'a shadow of depth 0',
  'font-family: ui-monospace': 'the next family of the list is taken',
  'content-visibility': 'ends what `beforeStyles` begins only where it is supported',
  'content-visibility: visible': 'as above',
  'forced-color-adjust': 'Safari has no forced colours',
  'forced-color-adjust: none': 'as above',
  'scrollbar-width': 'a bar stands under a row that scrolls sideways',
  'scrollbar-width: none': 'as above',
  'text-wrap': 'lines of a heading are of unequal length',
  'text-wrap: balance': 'as above',
  'field-sizing': 'a filter is as wide as its longest value',
  'field-sizing: content': 'as above',
  'grid-template-rows: subgrid': 'the lines of neighbouring tiles stand where their own words end',
  'break-after: avoid': 'a heading may end a sheet',
  'break-before: avoid': 'signatures of a printed form may begin a sheet; those of its PDF never do',
  '@property': 'a first value for the animations of the library, of which there are none',
  '@page': 'Safari takes the paper that is chosen when printing',
  size: 'as above; Chrome and Firefox have it as a part of @page, which the data has under another name',
}
/**
 * The library's rules for these are followed by one of ours with a colour that is mixed of nothing; a pressed button
 * keeps its own.
 */
const mixedElsewhere = [
  /^\.progress$/,
  /^:is\(\.select,\.select select\) option/,
  /^\.btn:is\(\.btn-disabled/,
  /^\.btn-primary:hover$/,
]

test('a stylesheet has nothing that a promised browser lacks, unless it is harmless there', () => {
  const lacking = new Map(sheets.flatMap(sheet => [...lackingStyles(sheet)]))
  expect(sheets.length).toBeGreaterThan(1)
  expect([...lacking].filter(([name]) => !(name in harmless))).toEqual([])
  expect(Object.keys(harmless).filter(name => !lacking.has(name))).toEqual([])
})

test('no background is as strong as the letters on it where colours cannot be mixed', () => {
  const found = sheets.flatMap(sheet => unmixedBackgrounds(sheet))
  expect(found.filter(selector => !mixedElsewhere.some(known => known.test(selector)))).toEqual([])
  expect(mixedElsewhere.filter(known => !found.some(selector => known.test(selector)))).toEqual([])
})

test('a script calls nothing that a promised browser lacks', () => {
  const scripts = read('.js').filter(script => script.length > 1)
  expect(scripts.length).toBeGreaterThan(5)
  // A function of React's own.
  expect(scripts.flatMap(script => lackingCalls(script)).filter(name => name !== 'dispatch')).toEqual([])
})

test('the reading finds what it is there for', () => {
  const names = (sheet: string) => [...lackingStyles(sheet).keys()]
  expect(names('.a,.b:has(c){color:red}')).toContain('list with :has')
  expect(names('.a,.b:is(.c:has(d)){color:red}')).toEqual([])
  expect(names(`.a::before{content:'x' / ''}`)).toEqual(['content with words'])
  expect(names(`.a::before{content:'x';content:'x' / ''}`)).toEqual([])
  expect(names(`.a::before{content:counter(page) ' / '}`)).toEqual([])
  expect(names('.a{print-color-adjust:exact}')).toEqual(['print-color-adjust', 'print-color-adjust: exact'])
  expect(names('.a{-webkit-print-color-adjust:exact;print-color-adjust:exact}')).toEqual([])
  expect(names('@media (width<576px){.a{color:red}}')).toEqual(['@media range'])
  expect(
    unmixedBackgrounds(
      '.a{background:var(--color-primary)}@supports (color:color-mix(in lab,red,red)){.a{background:color-mix(in lab,red,blue)}}',
    ),
  ).toEqual(['.a'])
  expect(lackingCalls('a.groupBy(b)||Promise.withResolvers()||[1].toSorted()')).toContain('withResolvers')
})

/** What keeps a page's styles from being computed more than once (docs/decisions/drawing.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../app/styles/', import.meta.url)
const sheets = readdirSync(folder).map(file => [file, readFileSync(new URL(file, folder), 'utf8')] as const)

/** Paper is laid out once. */
const withoutPrint = (css: string): string => {
  let kept = ''
  for (let at = 0; at < css.length;) {
    const start = css.indexOf('@media print', at)
    if (start === -1) return kept + css.slice(at)
    kept += css.slice(at, start)
    at = css.indexOf('{', start) + 1
    for (let depth = 1; depth > 0 && at < css.length; at++)
      depth += css[at] === '{' ? 1 : css[at] === '}' ? -1 : 0
  }
  return kept
}

test('no rule on a screen asks of the whole page what is in it', () => {
  const wrong = sheets.flatMap(([file, css]) =>
    [...withoutPrint(css).matchAll(/(?:^|[\s,}])((?::root|html|body)\S*:has\([^{]*)/g)].map(
      ([, selector]) => `${file}: ${selector?.trim()}`,
    ),
  )
  expect(wrong).toEqual([])
})

test('themes are chosen by an attribute, never by a control somewhere in the page', () => {
  for (const [file, css] of sheets)
    for (const [theme] of css.matchAll(/@plugin "daisyui\/theme" \{[^}]*\}/g))
      expect(theme, file).toContain('themecontroller: false;')
})

test('what is said of cells is tried on cells alone', () => {
  // A rule that ends in `*` or in a list of names is tried on each element of a page; one that ends in a name only on
  // those that have it.
  const wrong = sheets
    .filter(([file]) => file === 'table.css' || file === 'list.css')
    .flatMap(([file, css]) =>
      [...css.matchAll(/^[^@\n{]*\.data-table[^{]*(?:\*|:is\([^)]*\))\s*(?=[,{])/gm)].map(
        ([selector]) => `${file}: ${selector.trim()}`,
      ),
    )
  expect(wrong).toEqual([])
})

test('upright text says its height, which WebKit makes that of the longest word otherwise', () => {
  const wrong = sheets.flatMap(([file, css]) =>
    [...css.matchAll(/([^{}]*)\{([^{}]*writing-mode: vertical[^{}]*)\}/g)].flatMap(([, selector, said]) =>
      /\n\s*height: max-content;/.test(said ?? '') ? [] : [`${file}: ${selector?.trim()}`],
    ),
  )
  expect(wrong).toEqual([])
})

test('no font is named, nor a weight that most systems lack', () => {
  const generic = /^(?:var\(--mono\)|monospace|sans-serif|system-ui|inherit)$/
  const wrong = sheets.flatMap(([file, css]) => [
    ...[...css.matchAll(/(?:font-family|--mono):([^;]*);/g)]
      .filter(([, families = '']) => !families.split(',').every(family => generic.test(family.trim())))
      .map(([rule]) => `${file}: ${rule}`),
    ...[...css.matchAll(/font-weight: (?!400|600|700|inherit|bold)[^;]*;/g)].map(
      ([rule]) => `${file}: ${rule}`,
    ),
  ])
  expect(wrong).toEqual([])
})

test('what a narrow window changes is said of screens: Chromium 109 takes a sheet of A4 for one of 527 pixels', () => {
  const wrong = sheets.flatMap(([file, css]) =>
    [...css.matchAll(/@media ([^{]*max-width[^{]*)\{/g)]
      .filter(([, asked = '']) => !/^screen and |, print $/.test(asked))
      .map(([rule]) => `${file}: ${rule}`),
  )
  expect(wrong).toEqual([])
})

test('a page lies across by its own rule, never by a named page', () => {
  const named = (css: string) => /[\s;{]page:|@page\s+[a-z]/.test(css.replaceAll(/\/\*[^]*?\*\//g, ''))
  expect(sheets.filter(([, css]) => named(css)).map(([file]) => file)).toEqual([])
})

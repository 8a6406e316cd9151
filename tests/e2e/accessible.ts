/**
 * What a screen reader, a keyboard or weak eyes would stumble over, as axe tells it. Needs scripts: the same documents
 * serve who has none.
 */
import { expect, test, type Page } from '@playwright/test'
import axe from 'axe-core'

export interface Look {
  /** The page's own attribute: what a person's cookie does, without asking the server again. */
  theme?: string
  /** These rules alone, or all but these. */
  only?: string[]
  without?: string[]
}

/**
 * Reading axe's half megabyte takes as long as looking: it is read once a document, and all looks follow each other in
 * the page.
 */
export async function expectAccessible(page: Page, ...looks: Look[]): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const wanted = (looks.length > 0 ? looks : [{}]).map(({ theme, only, without = [] }) => ({
    theme,
    options: {
      // Only what is wrong is gathered.
      resultTypes: ['violations' as const],
      ...(only && { runOnly: { type: 'rule' as const, values: only } }),
      rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
    },
  }))
  const wrong = await page.evaluate(async asked => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const found: { theme: string | undefined; id: string; help: string; at: string[] }[] = []
    for (const { theme, options } of asked) {
      if (theme) document.documentElement.setAttribute('data-theme', theme)
      for (const { id, help, nodes } of (await inPage.run(document, options)).violations)
        found.push({ theme, id, help, at: nodes.map(({ target }) => target.join(' ')).slice(0, 5) })
    }
    return found
  }, wanted)
  expect(wrong).toEqual([])
}

/**
 * A row like an earlier one but for its words, figures and records, and a choice beyond a few, tell nothing new: ten
 * rows are judged as the two or three kinds they are.
 */
export async function keepOneOfEach(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    for (const row of document.querySelectorAll('main tbody tr')) {
      const shape = row.outerHTML
        .replace(
          / (?:id|for|name|href|value|title|aria-label|aria-labelledby|headers|datetime|style|points|d)="[^"]*"/g,
          '',
        )
        .replace(/>[^<>]+(?=<)/g, '>x')
      if (seen.has(shape)) row.remove()
      else seen.add(shape)
    }
    for (const choice of document.querySelectorAll('select option:not(:checked):nth-child(n + 4)'))
      choice.remove()
  })
}

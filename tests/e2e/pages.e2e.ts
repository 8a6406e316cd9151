/** What only a browser can tell of every kind of page: colours, sizes, and what a screen reader meets. Their words and HTML are judged in process (tests/pages). */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, whole } from './browse'
import { allowedCuts, findClipped, measuredWidths } from '../support/clipped'
import { kinds, pagesOf, type Kind } from '../support/page-kinds'

/** Made once: the records behind the pages stay. */
let found: Promise<Kind[]> | undefined
const foundPages = (page: Page) => (found ??= pagesOf(page))

const phone = { width: 390, height: 844 }
/** Made of the same parts as another kind that is looked at: the same engine, with other words in it. */
const alike = new Set<Kind['name']>([
  'tenants',
  'locations',
  'smibs',
  'slots of a period',
  'period print',
  'tenant',
  'smib',
  'archive',
  'changes of many',
  'board commands',
  'board restart',
  'export order',
  'fraud',
  'fraud edit',
  'sas keep',
  'slot groups',
  'slot group',
  'new group',
  'slots offline',
  'slots meters',
])
/** Colours come from the same few variables on every page: these show all of them. */
const colourful = new Set<Kind['name']>([
  'slots',
  'filtered',
  'slot',
  'edit',
  'bulk actions',
  'events',
  'import',
  'config compare',
  'slot control',
  'notice',
  'print',
])

test.describe('every kind of page', () => {
  test.describe.configure({ timeout: 480_000, mode: 'parallel' })
  test.beforeEach(async ({ journey, context }) => {
    journey.allowErrors(/404/)
    await journey.signIn('admin')
    // Ten rows a list: fifty are ten, five times.
    await context.addCookies([{ name: 'rows', value: '10', url: journey.origin }])
  })

  test('is accessible', { tag: '@scripts' }, async ({ page }) => {
    for (const { name, path } of await foundPages(page)) {
      if (alike.has(name)) continue
      await test.step(name, async () => {
        expect((await page.goto(path))?.status()).toBe(name === 'error' ? 404 : 200)
        await expectAccessible(page)
      })
    }
  })

  for (const theme of ['dark', 'contrast']) {
    test(`can be read in ${theme}`, { tag: '@scripts' }, async ({ page, journey, context }) => {
      await context.addCookies([{ name: 'theme', value: theme, url: journey.origin }])
      for (const { name, path } of await foundPages(page)) {
        if (!colourful.has(name)) continue
        await test.step(name, async () => {
          await page.goto(path)
          await expectAccessible(page, ['color-contrast'])
        })
      }
    })
  }

  test(
    'cuts no text on a desk, a wide desk and a phone, and fits the phone',
    { tag: '@no-scripts' },
    async ({ page, journey, context }) => {
      // Its words are the longest of the three.
      await context.addCookies([{ name: 'lng', value: 'ro', url: journey.origin }])
      const cut: string[] = []
      for (const { name, path } of await foundPages(page)) {
        await page.goto(path)
        // What a state says depends on what happened before: here each says as much as any can, so that the hour of the test decides nothing.
        await page.locator('.st:not(.tile-k)').evaluateAll(states => {
          for (const state of states) state.textContent = 'fără răspuns; se transmite când revine placa'
        })
        for (const width of measuredWidths) {
          await page.setViewportSize({ width, height: 900 })
          for (const { where, text, how, by } of await page.evaluate(findClipped, allowedCuts))
            cut.push(`${name}, ${width} px: ${where} "${text}" is ${how} by ${by} px`)
        }
        await page.setViewportSize(phone)
        await test.step(name, () => whole(page))
      }
      expect(cut).toEqual([])
    },
  )

  test(
    'stands still: a list that nobody touches draws no frames',
    { tag: '@scripts' },
    async ({ page, browser }) => {
      await page.goto('/slots?rowsPerPage=50')
      // The island's first second: its stream opens, and the bell may get a number.
      await page.waitForTimeout(1_500)
      await browser.startTracing(page, { categories: ['devtools.timeline'] })
      await page.waitForTimeout(1_000)
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
        traceEvents: { name: string }[]
      }
      // An animation that never ends makes sixty; a pointer or a clock may make one or two.
      expect(traceEvents.filter(({ name }) => name === 'BeginMainThreadFrame').length).toBeLessThan(4)
    },
  )

  test('are all named', { tag: '@no-scripts' }, () => expect(new Set(kinds).size).toBe(kinds.length))
})

/**
 * What only a browser can tell of every kind of page: colours, sizes, and what a screen reader meets. Their words and
 * HTML are judged in process (tests/pages).
 */
import type { Page } from '@playwright/test'
import { expectAccessible, keepOneOfEach, type Look } from './accessible'
import { expect, test, whole } from './browse'
import { allowedCuts, findClipped, measuredWidths } from '../support/clipped'
import { Page as PlainPage } from '../support/page/page'
import { resourcePaths } from '../../app/addresses/names'
import { kinds, pagesOf, type Kind } from '../support/page-kinds'

/**
 * Made once: the records behind the pages stay. Found without the browser, as whoever is signed in there: each page on
 * the way costs a tenth.
 */
let found: Promise<Kind[]> | undefined
const foundPages = (page: Page, origin: string) => (found ??= findPages(page, origin))

async function findPages(page: Page, origin: string): Promise<Kind[]> {
  const plain = new PlainPage(
    {
      fetch: (path, init = {}) => {
        const headers = new Headers(init.headers)
        if (headers.has('origin')) headers.set('origin', origin)
        return fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
      },
    },
    { locale: 'en-GB', problems: [], statuses: [] },
  )
  for (const { name, value } of await page.context().cookies()) plain.cookies.set(name, value)
  return pagesOf(plain)
}

const desk = { width: 1280, height: 900 }
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
/**
 * Lists and forms that the engine draws from a definition alone: a few of each are looked at, of all of them the words
 * are measured.
 */
const LOOKED_AT = 4
const lists = new Set<string>(Object.values(resourcePaths))
const templateOf = (path: string) =>
  lists.has(path) ? 'list' : lists.has(path.replace(/\/new$/, '')) ? 'form' : null

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

  // Each page is opened once and looked at in every way: opening it is most of the time. Two halves, since two journeys
  // run at once.
  for (const half of [0, 1]) {
    test(
      `is accessible, can be read in every theme, cuts no text and fits the phone (${half + 1} of 2)`,
      { tag: '@scripts' },
      async ({ page, journey, context }) => {
        // Every kind is read in all languages there (tests/pages/every-page.test.ts).
        journey.leaveHtml()
        // A page that waits for an answer shows itself anew when it comes: not while it is being looked at here.
        await page.addInitScript(() => {
          Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
        })
        // Themes are changed while the page stands: a colour on its way from one to the other is none of either.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const cut: string[] = []
        const seen = { list: 0, form: 0 }
        for (const { name, path } of (await foundPages(page, journey.origin)).filter(
          (_, index) => index % 2 === half,
        )) {
          await test.step(name, async () => {
            // Its words are the longest of the three.
            await context.addCookies([{ name: 'lng', value: 'ro', url: journey.origin }])
            expect((await page.goto(path))?.status()).toBe(name === 'error' ? 404 : 200)
            cut.push(...(await cutsOf(page)).map(one => `${name}, ${one}`))
            await whole(page)
            await page.setViewportSize(desk)
            const template = templateOf(path)
            if (alike.has(name) || (template && ++seen[template] > LOOKED_AT)) return
            await keepOneOfEach(page)
            await expectAccessible(page, ...looksAt(name))
          })
        }
        expect(cut).toEqual([])
      },
    )
  }

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

  test(
    'in the density for fingers whatever is pressed is 44 px high, in a chosen theme as well',
    { tag: '@scripts' },
    async ({ page, journey, context }) => {
      for (const theme of ['light', 'dark']) {
        await context.addCookies(
          Object.entries({ theme, density: 'touch' }).map(([name, value]) => ({
            name,
            value,
            url: journey.origin,
          })),
        )
        for (const path of ['/slots', '/slots/new', '/access']) {
          await page.goto(path)
          const low = await page
            .locator(':is(.btn, .input, .select, .bar-item, .subnav a, .chip, .data-table a):visible')
            .evaluateAll(all =>
              all
                // A filter's frame is pressed with what stands in it.
                .filter(one => (one.closest('.filters .field') ?? one).getBoundingClientRect().height < 43.5)
                .map(one => `${one.className} ${one.textContent}`),
            )
          expect(low, `${path} in ${theme}`).toEqual([])
        }
      }
    },
  )

  // Browsers that are driven from outside draw nothing in advance: the page is told that it is.
  test('drawn in advance, asks for nothing until somebody sees it', { tag: '@scripts' }, async ({ page }) => {
    // What is not asked for is known sooner than all pages are looked at.
    test.setTimeout(45_000)
    await page.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
    )
    // The page one came to by signing in asks for its own things until it is left.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', request => {
      asked.push(new URL(request.url()).pathname)
    })
    const script = page.waitForResponse(/entry\.client/)
    await page.goto('/slots')
    await script
    await page.waitForTimeout(1_000)
    // A browser with a window asks for its icon, too.
    expect(asked.filter(path => !/^\/(?:assets\/|favicon)/.test(path))).toEqual(['/slots'])
    const stream = page.waitForRequest(/notifications/)
    // As a browser does it: a script that begins only now sees that the page is shown.
    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false, configurable: true })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await stream
  })

  test('are all named', { tag: '@no-scripts' }, () => expect(new Set(kinds).size).toBe(kinds.length))
})

/** Nobody touches a wall: it shows itself anew each minute, and a link on it leads to the page that stands still. */
const accepted: Partial<Record<string, string[]>> = { wall: ['meta-refresh'] }

/** All rules once; colours in every theme, where there are many. */
function looksAt(name: Kind['name']): Look[] {
  const without = accepted[name] ?? []
  if (!colourful.has(name)) return [{ without: ['color-contrast', ...without] }]
  const colours = (theme: string): Look => ({ theme, only: ['color-contrast'] })
  return [{ theme: 'light', without }, colours('dark'), colours('contrast')]
}

/** Leaves the window as narrow as the last one measured, a phone. */
async function cutsOf(page: Page): Promise<string[]> {
  // States depend on what happened before the test. Each is given the longest words, so that every run measures the
  // same page.
  await page.locator('.st:not(.tile-k)').evaluateAll(states => {
    for (const state of states) state.textContent = 'fără răspuns; se transmite când revine placa'
  })
  const cut: string[] = []
  for (const width of measuredWidths) {
    await page.setViewportSize({ width, height: 900 })
    if (width < 576) cut.push(...(await footCuts(page)).map(one => `${width} px: the bar at the foot ${one}`))
    for (const { where, text, how, by } of await page.evaluate(findClipped, allowedCuts))
      cut.push(`${width} px: ${where} "${text}" is ${how} by ${by} px`)
  }
  return cut
}

/** A list's bar may lie over so much of a phone's rows: with nothing ticked, and with commands for what is ticked. */
const FOOT_PX = { plain: 64, ticked: 116 }

async function footCuts(page: Page): Promise<string[]> {
  const wrong: string[] = []
  const measure = async (state: keyof typeof FOOT_PX) => {
    const foot = await page.evaluate(footOf)
    if (foot !== null && foot.over > FOOT_PX[state])
      wrong.push(`lies over ${foot.over} px of rows (${state})`)
    if (foot !== null && foot.beyond > 0) wrong.push(`is ${foot.beyond} px too wide (${state})`)
  }
  const { height = 0, width = 0 } = page.viewportSize() ?? {}
  // So low that ten rows do not fit, and the bar lies over some of them.
  await page.setViewportSize({ width, height: 600 })
  await measure('plain')
  const box = page.locator('.listing .data-table tbody .s input').first()
  if ((await box.count()) > 0) {
    await box.check({ force: true })
    await measure('ticked')
    await box.uncheck({ force: true })
  }
  await page.setViewportSize({ width, height })
  return wrong
}

/** How many pixels of the rows in the window the bar covers, and how far its row goes on; null where there is none. */
function footOf(): { over: number; beyond: number } | null {
  const bar = document.querySelector('.listing > .pick')
  const rows = document.querySelector('.listing .table-region')
  if (!bar || !rows) return null
  const end = Math.min(rows.getBoundingClientRect().bottom, innerHeight)
  const over = Math.max(0, Math.round(end - bar.getBoundingClientRect().top))
  return { over, beyond: bar.scrollWidth - bar.clientWidth }
}

/** The console in Chromium 109, the oldest that is promised to kiosks: what is looked at, pressed and printed there. */
import { expect, test } from '@playwright/test'
import type { Browser, Page } from 'puppeteer-core'
import { passwordOf, type DemoPerson } from './browse'
import { paleTexts, paperOf, startKiosk } from '../support/kiosk-browser'

let kiosk: Browser
let page: Page
let origin: string
let errors: string[]

test.describe('in Chromium 109', { tag: '@scripts' }, () => {
  test.describe.configure({ timeout: 90_000 })
  test.beforeAll(async ({ baseURL }) => {
    origin = baseURL ?? ''
    kiosk = await startKiosk()
  })
  test.beforeEach(async () => {
    page = await (await kiosk.createIncognitoBrowserContext()).newPage()
    errors = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error') errors.push(message.text())
    })
  })
  test.afterEach(async () => {
    await page.browserContext().close()
    expect(errors).toEqual([])
  })
  test.afterAll(() => kiosk?.close())

  test('a ticked row, the menu of a person and a filter are seen as they are pressed', async () => {
    await signIn('manager')
    await open('/slots?rowsPerPage=10')
    await page.click('.data-table tbody .s input')
    expect(await page.evaluate(paleTexts, '.data-table tbody tr:has(:checked) :is(a, td, time)')).toEqual([])
    expect(await shown('.pick-some')).toBe(true)

    const menu = await page.$eval('.own-menu', element => element.getBoundingClientRect().height)
    expect(menu).toBeGreaterThan(43)
    await page.click('.own-menu')
    expect(await shown('.own-menu ~ .sheet button')).toBe(true)

    await open('/slots')
    await page.focus('.picks select')
    await page.keyboard.press('Tab')
    await page.keyboard.down('Shift')
    await page.keyboard.press('Tab')
    await page.keyboard.up('Shift')
    expect(
      await page.$eval('.picks .field:has(:focus)', element => getComputedStyle(element).outlineStyle),
    ).toBe('solid')
    const chosen = await page.$eval('.picks select', select => {
      select.selectedIndex = 1
      return { name: select.name, value: select.value }
    })
    await gone(() => page.$eval('.picks select', select => select.form?.requestSubmit()))
    expect(new URL(page.url()).searchParams.get(chosen.name)).toBe(chosen.value)
  })

  test('a sheet is fetched and opened where its button stood', async () => {
    await signIn('manager')
    await open('/slots')
    const button = await page.waitForSelector('.filters a[href*="/filters"]')
    // The script comes after the page.
    await page.waitForTimeout(500)
    await button?.click()
    await page.waitForSelector('.filters details[open] > .sheet')
  })

  test('the door denies an excluded person', async () => {
    await signIn('manager')
    await open('/player-exclusion/door')
    await gone(() => page.click('.door-check'))
    await page.type('input[name=secret_number]', '3850214400018')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('.door-word')?.textContent === 'DENY')
  })

  test('a lock is confirmed on its page, which says what it does', async () => {
    await signIn('manager')
    await open('/slots?rowsPerPage=10')
    await gone(() => page.click('.data-table tbody th a'))
    const slot = new URL(page.url()).pathname
    await open(`${slot}/lock`)
    expect(await page.evaluate(paleTexts, 'main :is(p, h1, .btn)')).toEqual([])
    expect(await shown('main form .btn-primary, main form .btn-error, main form button')).toBe(true)
  })

  test('the meter calendar can be read in each theme, on paper too, and pressed on a phone', async () => {
    await signIn('admin')
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.setCookie({ name: 'theme', value: theme, url: origin })
      await open('/reports/meter-calendar')
      // Each shade on a day of the week and on Saturday, whatever this month has.
      await page.$$eval('.cal tbody td[class]', cells => {
        for (const [at, cell] of cells.entries()) {
          cell.classList.remove('q0', 'q1', 'q2', 'q3', 'open')
          cell.classList.add(`q${at % 4}`)
          if (at % 5 === 0) cell.classList.add('we')
        }
      })
      for (const media of ['screen', 'print']) {
        await page.emulateMediaType(media)
        expect(await page.evaluate(paleTexts, '.cal td a, .key i'), `${theme}, ${media}`).toEqual([])
      }
      const adjusted = () =>
        getComputedStyle(document.querySelector('.cal td') as Element).getPropertyValue(
          '-webkit-print-color-adjust',
        )
      expect(await page.evaluate(adjusted)).toBe('exact')
      await page.emulateMediaType()
    }
    await page.setViewport({ width: 390, height: 844 })
    const small = await page.$$eval('.cal a', all =>
      all
        .map(one => one.getBoundingClientRect())
        .filter(({ width, height }) => width < 43.5 || height < 43.5)
        .map(({ width, height }) => `${width} × ${height}`),
    )
    expect(small).toEqual([])
  })

  test('wide pages lie across and take the sheets that their rows need', async () => {
    await signIn('admin')
    await page.setCookie({ name: 'rows', value: '25', url: origin })
    for (const [path, most] of [
      ['/counters', 2],
      ['/events', 2],
      ['/acl/matrix', 6],
      ['/reports/meter-calendar', 1],
      // Another journey brings slots of its own.
      ['/slots/print?query=NOV-', 5],
    ] as const) {
      await open(path)
      const sheets = await paperOf(page)
      expect(sheets.length, path).toBeLessThanOrEqual(most)
      expect(sheets.filter(({ wide }) => !wide).length, path).toBe(0)
      expect(
        sheets.flatMap(({ lost }) => lost),
        path,
      ).toEqual([])
    }
    // An upright one: its table has all columns, not the two lines of a phone.
    await open('/access')
    const sheets = await paperOf(page)
    // What other journeys have alarmed stands before it, and large figures of theirs break a heading into lines.
    const withTable = sheets.find(({ texts }) => texts.join(' ').includes('Net win RON'))
    expect(withTable?.wide).toBe(false)
  })

  test('a daily report has its takings and totals on the paper', async () => {
    await signIn('admin')
    await open('/locations')
    const location = await page.$eval('.data-table tbody th a', link => link.getAttribute('href') ?? '')
    // Over in every zone: the last day of a week still runs on Monday morning.
    const day = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
    await open(`${location}/days/${day}`)
    // Another journey, or the watch of a run that takes long, may have closed it.
    if ((await page.$('input[name=intent][value=close]')) !== null) {
      await page.type('[name=reason]', 'The collector is here')
      await gone(() => page.$$eval('main form .btn-primary', all => (all.at(-1) as HTMLElement).click()))
    }
    await open(`/reports/daily-reports?location=${location.split('/').at(-1)}`)
    await gone(() => page.click('.data-table tbody th a'))
    const figures = await page.$$eval('.fiscal-table tbody td:last-child, .fiscal-table tfoot td', all =>
      all.map(one => one.textContent?.trim() ?? ''),
    )
    expect(figures.length).toBeGreaterThan(10)
    const sheets = await paperOf(page)
    expect(sheets.every(({ wide }) => wide)).toBe(true)
    expect(sheets.flatMap(({ lost }) => lost)).toEqual([])
    const texts = new Set(sheets.flatMap(sheet => sheet.texts))
    expect(figures.filter(figure => figure && !texts.has(figure))).toEqual([])
  })
})

async function signIn(person: DemoPerson): Promise<void> {
  await page.goto(`${origin}/auth/login`)
  await page.type('[name=username]', person)
  await page.type('[name=password]', passwordOf(person))
  await gone(() => page.keyboard.press('Enter'))
  expect(page.url()).not.toContain('/auth/login')
}

async function open(path: string): Promise<void> {
  const answer = await page.goto(origin + path)
  expect(answer?.status(), path).toBe(200)
}

/** A press that leads to another page. */
async function gone(press: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForNavigation(), press()])
}

const shown = (selector: string) => page.$eval(selector, element => element.getClientRects().length > 0)

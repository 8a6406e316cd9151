/**
 * An evening in a location, from the level that rises to the sealed day, with a clock that the journey moves on:
 * without scripts in Romanian, with them in Portuguese, before a display in English.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { copyDemo, SNAPSHOT_SECRET } from '../support/demo-snapshot'
import { startSystem } from '../support/system'
import { expect, test as base, unique } from './browse'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Evening {
  url: string
  /** The system's time of day. */
  now(): number
  /** On by so many milliseconds. Whoever is signed in has been away too long. */
  moveOn(ms: number): void
}

/** A system of its own: nobody else's day may end. */
const test = base.extend<object, { evening: Evening }>({
  evening: [
    async ({ browserName }, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), `console-evening-${browserName}-`))
      const clock = path.join(dataDir, 'clock')
      let ahead = 0
      writeFileSync(clock, String(ahead))
      await copyDemo(dataDir)
      const preload = pathToFileURL(path.join(import.meta.dirname, '../support/moved-clock.mjs')).href
      const system = await startSystem({
        dataDir,
        env: {
          SESSION_SECRET: SNAPSHOT_SECRET,
          MOVED_CLOCK: clock,
          NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`,
        },
      })
      await use({
        url: system.consoleUrl,
        now: () => Date.now() + ahead,
        moveOn: ms => {
          ahead += ms
          writeFileSync(clock, String(ahead))
        },
      })
      await system.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ evening }, use) => {
    await use(evening.url)
  },
})

const words = {
  ro: { deny: 'NU POATE INTRA', silent: 'nu comunică', connected: 'conectat', genuine: 'Autentic' },
  pt: { deny: 'NÃO PODE ENTRAR', silent: 'não comunica', connected: 'ligado', genuine: 'Autêntico' },
} as const

/** Fills what the form asks for and sends it. */
async function send(page: Page, address: string, fields: Record<string, string> = {}): Promise<void> {
  await page.goto(address)
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`).first()
    if ((await field.evaluate(one => one.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  await page.locator('main form .btn-primary, main form .btn-error').last().click()
  await page.waitForLoadState()
}

const record = (page: Page, name: string) =>
  page.getByRole('rowheader').filter({ hasText: name }).getByRole('link')
async function follow(page: Page, list: string, name: string): Promise<string> {
  await page.goto(list)
  return (await record(page, name).first().getAttribute('href')) ?? ''
}

test('a level rises and is won, shown, paid and reset, a display comes back, an excluded person is denied, and the day is sealed with both', async ({
  page,
  journey,
  context,
  browser,
  evening,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000)
  const language = javaScriptEnabled ? 'pt' : 'ro'
  const told = words[language]
  const arrive = async () => {
    await context.clearCookies()
    await journey.signIn('manager')
    await context.addCookies([{ name: 'lng', value: language, url: journey.origin }])
  }
  await arrive()

  // A level that whoever plays next wins, and a display in the hall that shows it.
  const name = unique('Mini')
  await page.goto('/jackpot-levels/new')
  const jackpot =
    (await page.locator('[name=jackpot] option', { hasText: 'Norocul' }).getAttribute('value')) ?? ''
  await send(page, '/jackpot-levels/new', {
    jackpot,
    name,
    position: '9',
    visible: '1',
    seed: '100',
    hit_from: '100,01',
    hit_to: '100,02',
  })
  const level = new URL(page.url()).pathname
  expect(level).toMatch(/^\/jackpot-levels\/[0-9a-f]{24}$/)
  const channel = await follow(page, '/display-channels', 'Sala mare')
  await page.goto(`${channel}/edit`)
  await page.locator(`[name=levels][value="${level.split('/').at(-1)}"]`).check()
  await page.locator('select[name=language]').selectOption('en')
  await page.locator('main form .btn-primary').last().click()
  const display = await follow(page, '/displays', 'Intrare')
  await send(page, `${display}/rotate`, { reason: 'Ecran nou' })
  const address = (await page.locator('output').innerText()).trim()
  const hall = await (await browser.newContext({ javaScriptEnabled })).newPage()
  await hall.goto(address)
  const on = (which: string) =>
    hall.locator('.display-level').filter({ has: hall.getByRole('heading', { name: which, exact: true }) })
  await expect(on(name).locator('.display-value')).toHaveText('RON 100.00')
  // The one of the levels that is far from being won: another may be held at what was won meanwhile.
  const before = Number(await on('Grand').getAttribute('data-minor'))
  const state = async () => {
    await page.goto('/displays')
    return page.getByRole('row').filter({ hasText: 'Intrare' })
  }
  await expect(await state()).toContainText(told.connected)

  // It is unplugged until after the next full hour, from which on the level is fed.
  await hall.goto('about:blank')
  evening.moveOn(1.5 * HOUR_MS - (evening.now() % HOUR_MS))
  await arrive()
  await expect(async () => {
    const display = await (await state()).innerText()
    // A look that was under way when it was unplugged has heard it at the later hour: it is silent a little after that.
    if (display.includes(told.connected)) evening.moveOn(2 * 60_000)
    expect(display).toContain(told.silent)
  }).toPass()
  await expect(async () => {
    await hall.goto(new URL('/hall', address).href)
    await expect(on(name).locator('.display-won')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(on(name).locator('.display-amount')).toHaveText(/^RON\s100\.0[12]$/)
  expect(Number(await on('Grand').getAttribute('data-minor'))).toBeGreaterThan(before)
  await expect(await state()).toContainText(told.connected)

  const door = await follow(page, '/locations?query=Titan', 'Titan')
  const location = door.split('/').at(-1) ?? ''
  await page.goto(`/player-exclusion/door?location=${location}`)
  await page.locator('input[name=secret_number]').fill('3850214400018')
  await page.keyboard.press('Enter')
  await expect(page.locator('.door-word')).toHaveText(told.deny)

  // The gaming day of all this: of the location, as its days' page links it.
  await page.goto(`/locations/${location}/days?timeRange=today`)
  const day = (await page.locator('th[scope=row] a.ev').last().getAttribute('href')) ?? ''
  expect(day).toMatch(/\/days\/\d{4}-\d\d-\d\d$/)

  const win = await follow(page, '/jackpot-history?state=celebrating', name.toUpperCase())
  await send(page, `${win}/stop`, { reason: 'Văzut' })
  await send(page, `${win}/pay`, { reason: 'Plătit la casierie' })
  await send(page, `${level}/reset`, { reason: 'Runda următoare' })
  await expect(page.getByRole('main')).toContainText('Runda următoare')
  // The page of a display loads itself again now and then, which may come between.
  await expect(async () => {
    await hall.goto(new URL('/hall', address).href)
    await expect(on(name)).toHaveAttribute('data-run', '2', { timeout: 500 })
  }).toPass()

  // The day is over. Once the machines have told of its end it is closed by hand, and sealed with what was missing
  // accepted.
  const atNight = Number(await on('Grand').getAttribute('data-minor'))
  evening.moveOn(DAY_MS + 10 * 60_000)
  await expect(async () => {
    await hall.goto(new URL('/hall', address).href)
    expect(Number(await on('Grand').getAttribute('data-minor'))).toBeGreaterThan(atNight)
  }).toPass()
  await hall.context().close()
  await arrive()
  await send(page, day, { reason: 'Seara s-a încheiat' })
  await page.goto(`${day}/seal`)
  // What is open before this evening stays as it is.
  const leave = page.locator('[name=leave_out][value="1"]')
  const hasEarlier = (await leave.count()) > 0
  if (hasEarlier) await leave.check()
  const missing = page.locator('input[name=accepted]:not([value=none])')
  if (hasEarlier) await page.locator('main [name=reason]').fill('Aparate oprite')
  if ((await missing.count()) > 0) {
    await missing.first().check()
    await missing.evaluateAll(boxes => boxes.forEach(box => ((box as HTMLInputElement).checked = true)))
    await page.locator('main [name=reason]').fill('Aparate oprite')
  }
  await page.locator('main form .btn-primary').last().click()
  await expect(page).toHaveURL(/month-desk/)
  const date = day.split('/').at(-1) ?? ''
  const report =
    (await page
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="/days/${date}"]`) })
      .locator('a[href*="/reports/daily-report/"]')
      .first()
      .getAttribute('href')) ?? ''
  await page.goto(report)
  // In the language of the location's papers.
  await expect(page.getByRole('main')).toContainText('verificări 1, refuzuri 1, lăsate managerului 0')
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
  await page.goto(report.replace('daily-report', 'daily-jackpot-report'))
  await expect(page.getByRole('main')).toContainText(`${name.toUpperCase()}-1`)
  await expect(page.getByRole('main')).toContainText(code)
  await page.goto(`/verify?code=${code}`)
  await expect(page.getByText(told.genuine, { exact: true }).first()).toBeVisible()
})

/**
 * What a page costs a slow kiosk: a real browser at a sixth of this machine's speed, turn by turn with a bare Remix
 * page that has the same table and nothing else (no style, no script, no session). Ratios of turns within the same
 * minute; medians of them.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import { findBrowser } from '../../bin/testing/browser.mjs'
import { startBare } from './bare-page'
import { signIn } from './console-session'
import { startFilled } from './filled-system'
import { median, report } from './report'
import { chooseColumns } from './ten-columns'
import { untilDrawn, watch } from './watched-page'

const SLOWER = 6
const WARM_UP = 2
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11)
/** After the page has loaded: its script wakes, the stream opens. */
const AFTER_MS = 700
/** A pointer comes to rest before it presses: what a page fetches meanwhile it may. */
const REST_MS = 400
/** Whoever goes through a list reads a page with the pointer on the link to the next one. */
const READ_MS = 1_500

interface Turn {
  /**
   * Milliseconds until everything the page came with is there: its load event. A page that is drawn whole has been laid
   * out by then, a bare one has not. None where it was put in another's place.
   */
  loaded?: number
  /** Until the first frame after that is drawn, of either; of the next page, from the press. */
  ms: number
  /**
   * Until the rows below the window's edge are there as well: ours come a frame later, a bare page's with the others.
   */
  whole?: number
  /** Of the page's main thread, also after that. */
  cpu: number
}
const visits = ['cold', 'warm', 'next', 'tenCold'] as const
type Turns = Record<(typeof visits)[number], Turn>

const system = await startFilled()
await chooseColumns(system, 'admin')
const cookies = (await signIn(system.consoleUrl, 'admin')).split('; ').map(pair => {
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url: system.consoleUrl }
})
const bare = await startBare()
// A window around each new page is drawn by programs of its own, which would have most of two cores while a first visit
// is measured. A kiosk opens its
// window once a day.
const launch = async (options: { windowless: boolean }) =>
  chromium.launch({
    executablePath: await findBrowser(options),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
const browser = await launch({ windowless: true })

/**
 * Where a first visit comes from: a new window's own page, or another site. A browser then begins a process for what it
 * opens; from a blank page it would begin one for ours alone, which says that no other site may hold its window
 * (Cross-Origin-Opener-Policy).
 */
const elsewhere = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
})
await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
const elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`

const own = (rows: number) => `${system.consoleUrl}/slots?rowsPerPage=${rows}`
const plain = (rows: number) => `${bare.url}?rowsPerPage=${rows}`
interface Pressed {
  own: number
  plain: number
}
const both: { own: Turns; plain: Turns; pressed: Pressed; read: Pressed }[] = []
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  const turns = {
    own: await visit(browser, own),
    plain: await visit(browser, plain),
    pressed: await pressedAfter(REST_MS),
    read: await pressedAfter(READ_MS),
  }
  if (round >= WARM_UP) both.push(turns)
}
const frames = await idleFrames(browser)
await browser.close()
// A window asks for the page's icon as well.
const windowed = await launch({ windowless: false })
const first = await weigh(windowed)
await windowed.close()
elsewhere.close()
await bare.end()
await system.end()

const of = (who: 'own' | 'plain', name: keyof Turns, what: keyof Turn) =>
  median(both.map(turns => turns[who][name][what] ?? Number.NaN))
const ratio = (name: keyof Turns, what: keyof Turn) =>
  median(
    both.map(({ own: ours, plain: theirs }) => (ours[name][what] ?? Number.NaN) / (theirs[name][what] ?? 1)),
  )
console.table(
  Object.fromEntries(
    visits.map(name => [
      name,
      {
        'main thread, ms': `${of('own', name, 'cpu').toFixed(0)} : ${of('plain', name, 'cpu').toFixed(0)}`,
        'main thread, ×': ratio(name, 'cpu').toFixed(2),
        // A page that is put in another's place has no load event.
        ...(name !== 'next' && {
          'until loaded, ms': `${of('own', name, 'loaded').toFixed(0)} : ${of('plain', name, 'loaded').toFixed(0)}`,
          'until loaded, ×': ratio(name, 'loaded').toFixed(2),
          'until whole, ms': `${of('own', name, 'whole').toFixed(0)} : ${of('plain', name, 'whole').toFixed(0)}`,
          'until whole, ×': ratio(name, 'whole').toFixed(2),
        }),
        'until drawn, ms': `${of('own', name, 'ms').toFixed(0)} : ${of('plain', name, 'ms').toFixed(0)}`,
        'until drawn, ×': ratio(name, 'ms').toFixed(2),
      },
    ]),
  ),
)
const pressedIn = (which: 'pressed' | 'read') => {
  const of = (who: 'own' | 'plain') => median(both.map(turns => turns[which][who])).toFixed(0)
  return `${of('own')} : ${of('plain')} ms`
}
process.stdout.write(
  `next page after a press: after ${REST_MS} ms ${pressedIn('pressed')}, after ${READ_MS} ms ${pressedIn('read')}\n`,
)
const pressedRatio = (which: 'pressed' | 'read') =>
  median(both.map(turns => turns[which].own / turns[which].plain))
report({ name: 'warm list, main thread', value: ratio('warm', 'cpu'), unit: '×', limit: 3 })
report({ name: 'cold list, what a window shows', value: ratio('cold', 'ms'), unit: '×', limit: 1.6 })
report({ name: 'cold list, with the rows below', value: ratio('cold', 'whole'), unit: '×', limit: 1.6 })
report({ name: 'warm list, what a window shows', value: ratio('warm', 'ms'), unit: '×', limit: 2.3 })
report({ name: 'warm list, with the rows below', value: ratio('warm', 'whole'), unit: '×', limit: 2.3 })
report({ name: 'to the next page, pressed soon', value: pressedRatio('pressed'), unit: '×', limit: 1.4 })
report({
  name: 'to the next page, after reading this one',
  value: pressedRatio('read'),
  unit: '×',
  limit: 1.4,
})
report({ name: 'list of ten rows, cold', value: ratio('tenCold', 'ms'), unit: '×', limit: 1.4 })
report({
  name: 'list of ten rows, cold, against the bare page of fifty',
  value: median(both.map(({ own: ours, plain: theirs }) => ours.tenCold.ms / theirs.cold.ms)),
  unit: '×',
  limit: 1.4,
})
report({ name: 'requests of a cold list', value: first.requests, unit: '', limit: 5 })
report({ name: 'a cold list on the wire', value: first.bytes / 1024, unit: 'kB', limit: 28 })
report({ name: 'frames of an idle list in a second', value: frames, unit: '', limit: 0 })

async function pressedAfter(restMs: number): Promise<Pressed> {
  return {
    own: await press(own(50), restMs),
    plain: await press(plain(50), restMs),
  }
}

/**
 * In a browser that never was here: the list is opened, the pointer comes to rest on the way to its next page, and
 * presses.
 */
async function press(url: string, restMs: number): Promise<number> {
  const { context, page } = await opened(browser)
  await page.goto(url)
  await page.waitForTimeout(AFTER_MS)
  const link = page.locator('a[rel=next]').first()
  await link.hover()
  await page.waitForTimeout(restMs)
  const ms = await untilDrawn(page, () => page.mouse.down().then(() => page.mouse.up()))
  await context.close()
  return ms
}

/**
 * A browser that never was here; the same again; its next page by a press; and ten rows in another that never was here.
 */
async function visit(inside: Browser, url: (rows: number) => string): Promise<Turns> {
  const { context, page, session } = await opened(inside)
  const cold = await turn(page, session, () => page.goto(url(50)))
  const warm = await turn(page, session, () => page.goto(url(50)))
  const link = page.locator('a[rel=next]').first()
  await link.hover()
  await page.waitForTimeout(REST_MS)
  const before = await mainThread(session)
  const ms = await untilDrawn(page, () => page.mouse.down().then(() => page.mouse.up()))
  await page.waitForTimeout(AFTER_MS)
  const next = { ms, cpu: since(before, await mainThread(session)) }
  await context.close()
  const other = await opened(inside)
  const tenCold = await turn(other.page, other.session, () => other.page.goto(url(10)))
  await other.context.close()
  return { cold, warm, next, tenCold }
}

async function opened(
  inside: Browser,
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> {
  const context = await inside.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(elsewhereUrl)
  await watch(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { context, page, session }
}

async function turn(page: Page, session: CDPSession, go: () => Promise<unknown>): Promise<Turn> {
  const before = await mainThread(session)
  await go()
  await page.waitForTimeout(AFTER_MS)
  const times = await page.evaluate(() => ({
    loaded: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
    ms: performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN,
    whole: performance.getEntriesByName('whole')[0]?.startTime ?? Number.NaN,
  }))
  return { ...times, cpu: since(before, await mainThread(session)) }
}

/** A page may be given a process of its own, whose count begins anew. */
function since(before: number, after: number): number {
  return after < before ? after : after - before
}

/** Milliseconds of work since the page was opened. */
async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** What a first visit asks for, and how much of it comes over the wire. */
async function weigh(inside: Browser): Promise<{ requests: number; bytes: number }> {
  const { context, page, session } = await opened(inside)
  const sizes = new Map<string, number>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith(system.consoleUrl) && !response.fromPrefetchCache && !response.fromDiskCache)
      sizes.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength)
  })
  await page.goto(own(50))
  await page.waitForTimeout(3_000)
  await context.close()
  const bytes = [...sizes.values()]
  return {
    requests: bytes.filter(size => size > 0).length,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
  }
}

async function idleFrames(inside: Browser): Promise<number> {
  const { context, page } = await opened(inside)
  await page.goto(own(50))
  await page.waitForTimeout(5_000)
  await inside.startTracing(page, { categories: ['devtools.timeline'] })
  await page.waitForTimeout(1_000)
  const { traceEvents } = JSON.parse((await inside.stopTracing()).toString()) as {
    traceEvents: { name: string }[]
  }
  await context.close()
  return traceEvents.filter(({ name }) => name === 'BeginMainThreadFrame').length
}

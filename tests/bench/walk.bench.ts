/**
 * Every kind of page of the demo once, as somebody who may see all: what both programs hold afterwards, and what the
 * start page costs them.
 */
import { setTimeout } from 'node:timers/promises'
import { childOf, cpuOf, memoryOf } from '../support/processes'
import { startSystem } from '../support/system'
import { fetchRaw, signIn } from './console-session'
import { median, report } from './report'

const MOST_PAGES = 600
/** Of pages that differ in whose they are, so many. */
const OF_A_KIND = 3

const system = await startSystem()
const headers = { cookie: await signIn(system.consoleUrl, 'admin') }
const launcher = system.process.pid ?? 0
const pids = ['build/server', 'build-backend'].map(part => childOf(launcher, part))

/**
 * What both do a second by themselves: the simulator all the time, the demo network's past as long as it is being made.
 */
async function backgroundCpu(): Promise<number> {
  const before = cpuOfBoth()
  await setTimeout(3_000)
  return (cpuOfBoth() - before) / 3
}
const cpuOfBoth = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

const QUIET_MS = 100
const LONGEST_WAIT = 60
let background = await backgroundCpu()
for (let time = 0; time < LONGEST_WAIT && background > QUIET_MS; time++) background = await backgroundCpu()
console.log(`        both programs by themselves: ${background.toFixed(0)} ms of CPU a second`)

const waiting = ['/access']
const seen = new Map<string, number>()
const known = new Set(waiting)
let walked = 0
for (let path = waiting.shift(); path !== undefined && walked < MOST_PAGES; path = waiting.shift()) {
  const { status, headers: told, body } = await fetchRaw(`${system.consoleUrl}${path}`, headers)
  if (status >= 400) throw new Error(`${path} answered ${status}`)
  walked++
  if (!String(told['content-type']).startsWith('text/html')) continue
  for (const [, href = ''] of body.toString('utf8').matchAll(/href="(\/[^"#]*)/g)) {
    const address = href.replaceAll('&amp;', '&')
    const kind = kindOf(address)
    if (kind === null || known.has(address) || (seen.get(kind) ?? 0) >= OF_A_KIND) continue
    known.add(address)
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    waiting.push(address)
  }
}
console.log(`        ${walked} pages of ${seen.size} kinds`)
const held = pids.map(memoryOf)
console.log(`        console ${held[0]?.toFixed(0)} MB, backend ${held[1]?.toFixed(0)} MB`)
report({
  name: 'memory of both programs after a walk of all pages',
  value: held.reduce((sum, one) => sum + one, 0),
  unit: 'MB',
  limit: 350,
})

const perRequest: number[] = []
for (let round = 0; round < 8; round++) {
  const [before, from] = [cpuOfBoth(), performance.now()]
  for (let time = 0; time < 40; time++) await fetchRaw(`${system.consoleUrl}/access`, headers)
  const own = (background * (performance.now() - from)) / 1000
  const taken = (cpuOfBoth() - before - own) / 40
  if (round >= 3) perRequest.push(taken)
}
report({ name: 'the start page, CPU of both programs', value: median(perRequest), unit: 'ms', limit: 10 })
await system.end()

/**
 * Path and names of its parameters, ids left out; null for what is no page to read: files, ends of sessions, assets.
 */
function kindOf(address: string): string | null {
  const url = new URL(address, system.consoleUrl)
  if (
    /^\/(?:assets|logout|session|kiosk|auth|language|fonts)|\.(?:css|js|svg|ico|png|webmanifest)$/.test(
      url.pathname,
    )
  )
    return null
  return [
    url.pathname.replaceAll(/[0-9a-f]{24}/g, ':id'),
    ...[...new Set(url.searchParams.keys())].sort(),
  ].join(' ')
}

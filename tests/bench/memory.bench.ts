/** Both programs together after 10,000 requests, the simulator running beside them. */
import { childOf, memoryOf, shareOf } from '../support/processes'
import { startWithHistory } from './filled-system'
import { fetchRaw, signIn } from './console-session'
import { report } from './report'

const seconds = () => (performance.now() / 1_000).toFixed(0)

const { system, daysClosed } = await startWithHistory()
console.log(`        history made after ${seconds()} s`)
const cookie = await signIn(system.consoleUrl, 'admin')
const headers = { cookie, 'accept-encoding': 'gzip' }
const first = await fetchRaw(`${system.consoleUrl}/slots`, { cookie })
const slot = /href="(\/slots\/[0-9a-f]{24})"/.exec(first.body.toString('utf8'))?.[1] ?? ''
const paths = [
  '/slots',
  '/slots?query=EGT',
  slot,
  '/locations',
  '/advanced/smibs',
  '/access',
  `${slot}/edit`,
  '/slots?page=3&sortBy=last_seen_at',
]

// The days close while the requests run, so that both together take four minutes instead of seven.
let requests = 0
async function visitor(): Promise<void> {
  while (requests < 10_000) {
    const page = paths[requests++ % paths.length]
    const { status } = await fetchRaw(`${system.consoleUrl}${page}`, headers)
    if (status !== 200) throw new Error(`${page} answered ${status}`)
  }
}
await Promise.all(Array.from({ length: 4 }, visitor))
console.log(`        requests answered after ${seconds()} s`)
await daysClosed()
console.log(`        days closed after ${seconds()} s`)

const launcher = system.process.pid ?? 0
const programs = { console: childOf(launcher, 'build/server'), backend: childOf(launcher, 'build-backend') }
let resident = 0
let together = 0
for (const [name, pid] of Object.entries(programs)) {
  resident += memoryOf(pid)
  together += shareOf(pid)
  console.log(`        ${name} ${memoryOf(pid).toFixed(0)} MB`)
}
report({
  name: 'memory of both programs after 10,000 requests, what both share counted once',
  value: together,
  unit: 'MB',
  limit: 400,
})
// The sum counts twice what both share, Node's own code above all: it is what `ps` shows.
report({ name: 'the same, as the sum of their resident sizes', value: resident, unit: 'MB', limit: 450 })
await system.end()

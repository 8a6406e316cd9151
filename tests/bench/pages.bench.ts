/**
 * What a page costs the server: elements and bytes it sends, and CPU of both programs beside a bare Remix page with the
 * same table; of the start page of a shift, by itself. What it costs a browser: browser.bench.ts.
 */
import { gunzipSync } from 'node:zlib'
import { childOf, cpuOf } from '../support/processes'
import { startBare } from './bare-page'
import { fetchRaw, signIn, type Answer } from './console-session'
import { startFilled } from './filled-system'
import { median, report } from './report'
import { chooseColumns } from './ten-columns'

const system = await startFilled()
const list = `${system.consoleUrl}/slots?rowsPerPage=50`
/**
 * Rounds before any is counted. V8 compiles for some 3,000 pages what it sees often, on threads of its own: more than
 * half of what the first thousand cost, a twentieth of what the fourth does. A server runs for weeks.
 */
const WARM_UP = 30
/** Of which the first are told beside what is held against the limit. */
const YOUNG = 10
/** Short turns: a server closes a connection that was idle for 5 s, while the other had its turn. */
const TURN = 100

await chooseColumns(system, 'admin')
const cookie = await signIn(system.consoleUrl, 'admin')
const headers = { cookie, 'accept-encoding': 'gzip', 'accept-language': 'en' }

const page = await fetchRaw(list, headers)
const html = textOf(page)
const cells = (html.match(/<t[dh]\b(?=[^>]*>)/g) ?? []).length
if (page.status !== 200 || cells < 50 * 10)
  throw new Error(`The list answered ${page.status} with ${cells} cells`)
const elements = (html.match(/<[a-z]/g) ?? []).length
const [firstRow = ''] = /<tbody>.*?<\/tr>/s.exec(html) ?? []
report({
  name: 'elements in a row of ten columns',
  value: (firstRow.match(/<[a-z]/g) ?? []).length - 2,
  unit: '',
  limit: 16,
})
report({ name: 'elements of the slots list (50 × 10)', value: elements, unit: '', limit: 1_100 })
report({
  name: 'HTML of the slots list (50 × 10), unpacked',
  value: Buffer.byteLength(html) / 1024,
  unit: 'kB',
  limit: 48,
})

const bare = await startBare()
const own = ['build/server', 'build-backend'].map(part => childOf(system.process.pid ?? 0, part))
const ratios: number[] = []
const young: number[] = []
// Turn by turn, so that whatever else this machine does slows both.
for (let round = 0; round < WARM_UP + 31; round++) {
  const [both, plain] = [await cpuPerRequest(own, list), await cpuPerRequest([bare.pid], bare.url)]
  if (round >= WARM_UP) ratios.push(both / plain)
  else if (round < YOUNG) young.push(both / plain)
  console.log(`        list ${both.toFixed(2)} ms, bare page ${plain.toFixed(2)} ms`)
}
console.log(`        of the first ${YOUNG * TURN} pages: ${median(young).toFixed(2)} ×`)
report({
  name: 'CPU of both programs for the slots list, against a bare remix-serve page with the same table',
  value: median(ratios),
  unit: '×',
  limit: 2.5,
})
const access = `${system.consoleUrl}/access`
const shifts: number[] = []
for (let round = 0; round < WARM_UP + 11; round++) {
  const taken = await cpuPerRequest(own, access)
  if (round >= WARM_UP) shifts.push(taken)
  console.log(`        start page ${taken.toFixed(2)} ms`)
}
report({
  name: 'CPU of both programs for the start page of a shift',
  value: median(shifts),
  unit: 'ms',
  limit: 10,
})
await bare.end()
await system.end()

async function cpuPerRequest(pids: number[], url: string, times = TURN): Promise<number> {
  const all = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const from = all()
  for (let time = 0; time < times; time++) await fetchRaw(url, headers)
  return (all() - from) / times
}

function textOf({ headers: { 'content-encoding': encoding }, body }: Answer): string {
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
}

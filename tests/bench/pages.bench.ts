/** What a page costs: bytes to a browser that never was here, and CPU on the server beside a bare Remix page with the same table. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { childOf, cpuOf } from '../support/processes'
import { answers, freePort, program, startSystem } from '../support/system'
import { fetchRaw, signIn, type Answer } from './console-session'
import { median, report } from './report'

const here = path.dirname(fileURLToPath(import.meta.url))
const columns = [
  'serial',
  'location',
  'game_mix',
  'denomination',
  'credits',
  'status',
  'state',
  'last_seen_at',
  'tenant',
  'manufacturer',
]
const system = await startSystem()
const list = `${system.consoleUrl}/slots?rowsPerPage=50`
/** Rounds before any is counted: both servers are still being compiled then. */
const WARM_UP = 8
/** Short turns: a server closes a connection that was idle for 5 s, while the other had its turn. */
const TURN = 100

await chooseColumns('admin')
const cookie = await signIn(system.consoleUrl, 'admin')
const headers = { cookie, 'accept-encoding': 'gzip', 'accept-language': 'en' }

const page = await fetchRaw(list, headers)
const html = textOf(page)
const cells = (html.match(/<t[dh]\b(?=[^>]*>)/g) ?? []).length
if (page.status !== 200 || cells < 50 * 10)
  throw new Error(`The list answered ${page.status} with ${cells} cells`)
const linked = (pattern: RegExp) =>
  Promise.all(
    [...html.matchAll(pattern)].map(match =>
      fetchRaw(`${system.consoleUrl}${match[1]}`, { 'accept-encoding': 'gzip' }),
    ),
  )
const styles = await linked(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)
const scripts = await linked(/<script[^>]+src="([^"]+)"/g)
const bytes = (all: Answer[]) => all.reduce((sum, one) => sum + one.body.length, 0)

report({ name: 'JavaScript before idle, gzip', value: bytes(scripts) / 1024, unit: 'kB', limit: 2 })
report({
  name: 'cold slots list (50 × 10), page, styles and script',
  value: bytes([page, ...styles, ...scripts]) / 1024,
  unit: 'kB',
  limit: 40,
})

const bare = await startBare()
const console_ = childOf(system.process.pid ?? 0, 'build/server')
const ratios: number[] = []
// Turn by turn, so that whatever else this machine does slows both.
for (let round = 0; round < WARM_UP + 31; round++) {
  const [own, plain] = [await cpuPerRequest(console_, list), await cpuPerRequest(bare.pid, bare.url)]
  if (round >= WARM_UP) ratios.push(own / plain)
  console.log(`        list ${own.toFixed(2)} ms, bare page ${plain.toFixed(2)} ms`)
}
report({
  name: 'CPU of the slots list, against a bare remix-serve page with the same table',
  value: median(ratios),
  unit: '×',
  limit: 1.6,
})
await bare.end()
await system.end()

async function cpuPerRequest(pid: number, url: string, times = TURN): Promise<number> {
  const from = cpuOf(pid)
  for (let time = 0; time < times; time++) await fetchRaw(url, headers)
  return (cpuOf(pid) - from) / times
}

async function startBare() {
  const root = path.join(here, 'bare')
  const built = spawnSync(
    process.execPath,
    [path.join(here, '../../node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (built.status !== 0) throw new Error(built.stderr)
  const port = await freePort()
  const running = program(
    ['node_modules/@remix-run/serve/dist/cli.js', path.join(root, 'build/server/index.js')],
    { PORT: String(port) },
  )
  const url = `http://localhost:${port}/`
  await answers(url)
  return {
    url,
    pid: running.process.pid ?? 0,
    async end() {
      await running.end('SIGKILL')
      rmSync(path.join(root, 'build'), { recursive: true, force: true })
    },
  }
}

/** Ten of them: the list as the figure names it. */
async function chooseColumns(person: string): Promise<void> {
  const api = (method: string, url: string, body: object, token = '') =>
    fetch(`${system.backendUrl}${url}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).then(async answer => ({
      status: answer.status,
      body: (await answer.json()) as { data: { access_token: string } },
    }))
  const { body } = await api('POST', '/api/authorization/v1/login', {
    username: person,
    password: `demo-${person}-2026`,
    generate_refresh_token: false,
    decoded_permissions: false,
  })
  const { status } = await api(
    'PUT',
    '/api/settings/v1/page-columns/slots',
    { columns },
    body.data.access_token,
  )
  if (status !== 200) throw new Error(`Choosing columns answered ${status}`)
}

function textOf({ headers: { 'content-encoding': encoding }, body }: Answer): string {
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
}

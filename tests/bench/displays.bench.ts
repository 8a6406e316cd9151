/**
 * 200 displays of 20 channels, each held open over its own stream and told its values every second: CPU of both
 * programs, less what they use by themselves.
 */
import { request, type IncomingMessage } from 'node:http'
import { locations } from '../people'
import { ownBackend } from '../support/own-backend'
import { childOf, cpuOf } from '../support/processes'
import { startSystem } from '../support/system'
import { report } from './report'

const [CHANNELS, EACH] = [20, 10]
const SECONDS = 25
const backend = await ownBackend()
const running = await backend.start()
const token = await backend.tokenOf('mihai')
const console_ = await startSystem({
  only: 'console',
  env: { API_URL: backend.url, SESSION_SECRET: backend.settings.SESSION_SECRET ?? '' },
})
const pids = [running.process.pid ?? 0, childOf(console_.process.pid ?? 0, 'build/server')]

async function make(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${backend.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return data
}
const idIn = (data: Record<string, unknown>, name: string) => (data[name] as { _id: string })._id
const lei = (minor: number) => ({ minor, currency: 'RON' })
const jackpot = idIn(
  await make('jackpot-manager/v1/jackpot', {
    name: 'Noroc',
    location: locations.cluj.id,
    kind: 'mystery',
    currency: 'RON',
  }),
  'jackpot',
)
const levels: string[] = []
for (let position = 1; position <= 4; position++)
  levels.push(
    idIn(
      await make('jackpot-manager/v1/jackpot-level', {
        jackpot,
        name: `Level ${position}`,
        position,
        seed: lei(20_000),
        limit: null,
        hit_from: lei(30_000),
        hit_to: lei(50_000),
        visible: 50,
        hidden: 10,
      }),
      'jackpot-level',
    ),
  )
await make('jackpot-manager/v1/jackpot-source', { jackpot, name: 'Hall' })

/** An answer of the console, its body not read. */
const open = (path: string, cookie: string) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    request(`${console_.consoleUrl}${path}`, { headers: cookie ? { cookie } : {} }, resolve)
      .on('error', reject)
      .end(),
  )
const cookies: string[] = []
for (let nr = 0; nr < CHANNELS; nr++) {
  const channel = idIn(
    await make('display-channels/v1/display-channel', {
      name: `Hall ${nr}`,
      location: locations.cluj.id,
      levels,
    }),
    'display-channel',
  )
  for (let one = 0; one < EACH; one++) {
    const { secret } = await make('display-channels/v1/display', { channel, name: `Wall ${nr} ${one}` })
    const address = new URL(String(secret), console_.consoleUrl)
    const answer = await open(address.pathname + address.search, '')
    answer.resume()
    cookies.push((answer.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0]).join('; '))
  }
}

const pause = (seconds: number) => new Promise(resolve => setTimeout(resolve, seconds * 1_000))
const spent = () => pids.map(cpuOf)
/** Percent of one core, of both programs, over some seconds. */
async function share(): Promise<number[]> {
  const [from, before] = [performance.now(), spent()]
  await pause(SECONDS)
  const wall = performance.now() - from
  return spent().map((cpu, at) => ((cpu - (before[at] ?? 0)) / wall) * 100)
}

await pause(5)
const alone = await share()
let told = 0
const streams = await Promise.all(
  cookies.map(async cookie => {
    const stream = await open('/hall/stream', cookie)
    if (stream.statusCode !== 200) throw new Error(`A stream answered ${stream.statusCode}`)
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text.split('event: values').length - 1
    })
    return stream
  }),
)
await pause(3)
told = 0
const busy = await share()
for (const stream of streams) stream.destroy()
const expected = CHANNELS * EACH * SECONDS
if (told < expected * 0.9) throw new Error(`Told ${told} times instead of ${expected}`)
const more = busy.map((one, at) => one - (alone[at] ?? 0))
console.log(
  `        ${told} values told; backend ${more[0]?.toFixed(1)} %, console ${more[1]?.toFixed(1)} % of a core (by themselves ${alone.map(one => one.toFixed(1)).join(' and ')} %)`,
)
report({
  name: `${CHANNELS * EACH} displays told once a second, both programs`,
  value: more.reduce((sum, one) => sum + one, 0),
  unit: '% of a core',
  limit: 5,
})
await console_.end()
await running.end()
backend.remove()

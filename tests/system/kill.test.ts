import { afterAll, expect, test, vi } from 'vitest'
import { verifyChain } from '../../backend/platform/audit/audit.service'
import { slots, smibs, tenants } from '../people'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import type { RunningProgram } from '../support/system'
import { slowness } from '../support/slowness'

const KILLS = 20
const smib = smibs.bellLink
const machine = slots.novoline

let backend: OwnBackend | undefined
let running: RunningProgram | undefined
afterAll(async () => {
  await running?.end('SIGKILL')
  backend?.remove()
})

/** What was acknowledged: a promise that no kill may break. */
const promised = { messages: new Set<number>(), saves: new Map<number, string>() }

test('a backend killed 20 times while boards deliver and Mihai saves loses nothing, halves nothing, doubles nothing', async () => {
  backend = await ownBackend()
  running = await backend.start()
  const began = Date.now() - 3_600_000
  const feed = { next: 1 }
  const desk = { version: 1, attempt: 0 }
  const restarts: number[] = []

  for (let kill = 0; kill < KILLS; kill++) {
    const busy = { until: Infinity }
    const work = Promise.all([deliver(backend, feed, began, busy), save(backend, desk, busy)])
    // However slow the machine is, each kill hits a backend that is in the midst of both.
    await vi.waitFor(
      () => expect(promised.messages.size > 20 * (kill + 1) && promised.saves.size > kill + 1).toBe(true),
      { timeout: 30_000, interval: 10 },
    )
    await new Promise(resolve => setTimeout(resolve, 37 * (kill % 9)))
    running.process.kill('SIGKILL')
    busy.until = 0
    await running.ended
    await work
    const from = performance.now()
    running = await backend.start()
    restarts.push(performance.now() - from)
  }
  await running.end()
  running = undefined

  // Nine of ten: whatever else a test machine does may delay one.
  expect(restarts.sort((a, b) => a - b)[Math.floor(KILLS * 0.9) - 1]).toBeLessThan(3000 * slowness())
  await backend.withDatabase(async ({ db }) => {
    const messages = await db
      .selectFrom('messages')
      .select('message_seq_nr')
      .where('smib_id', '=', smib.id)
      .execute()
    const stored = messages.map(row => Number(row.message_seq_nr))
    expect([...promised.messages].filter(number => !stored.includes(number))).toEqual([])
    expect(stored.length).toBe(new Set(stored).size)

    // Each reading is one credit above the one before, so roll-ups that were halved or doubled would not add up.
    const readings = await db
      .selectFrom('counter_readings')
      .select(['message_seq_nr', 'coin_in'])
      .where('slot_id', '=', slots.bellLink.id)
      .orderBy('coin_in')
      .execute()
    expect(readings.map(row => Number(row.message_seq_nr))).toEqual(stored.sort((a, b) => a - b))
    const hours = await db
      .selectFrom('counter_hours')
      .select(eb => [eb.fn.sum<number>('coin_in').as('moved'), eb.fn.sum<number>('readings').as('readings')])
      .where('slot_id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    expect(Number(hours.moved)).toBe(Number(readings.at(-1)?.coin_in) - Number(readings[0]?.coin_in))
    expect(Number(hours.readings)).toBe(readings.length)

    const entries = await db
      .selectFrom('audit_log')
      .select('after_json')
      .where('entity_id', '=', machine.id)
      .where('action', '=', 'update')
      .orderBy('seq')
      .execute()
    const slot = await db
      .selectFrom('slots')
      .select(['version', 'position'])
      .where('id', '=', machine.id)
      .executeTakeFirstOrThrow()
    expect(entries.length).toBe(Number(slot.version) - 1)
    const history = entries.map(
      entry => (JSON.parse(entry.after_json ?? '{}') as { position: string }).position,
    )
    expect([...promised.saves].filter(([version, position]) => history[version - 2] !== position)).toEqual([])
    expect(history.at(-1)).toBe(slot.position)
    expect(await verifyChain(db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })
})

/** Batches of ten readings. One without an answer is sent again, as a SMIB does. */
async function deliver(
  { url, ingestTokens }: OwnBackend,
  feed: { next: number },
  began: number,
  busy: { until: number },
): Promise<void> {
  while (Date.now() < busy.until) {
    const numbers = Array.from({ length: 10 }, (_, offset) => feed.next + offset)
    const messages = numbers.map(number => ({
      smib_id: smib.mac,
      message_seq_nr: number,
      server_time_nano: `${began + number * 20}000000`,
      counters: [{ game_nr: 0, meters: { '0000': 1_000_000 + number } }],
    }))
    const response = await post(`${url}/api/rawdata/v1/ingest`, ingestTokens.carpathia, { messages })
    if (response?.status !== 200) return
    for (const number of numbers) promised.messages.add(number)
    feed.next += numbers.length
  }
}

/** Saves one after the other; after an unknown outcome he looks first, as the console tells him to. */
async function save(
  own: OwnBackend,
  desk: { version: number; attempt: number },
  busy: { until: number },
): Promise<void> {
  const path = `${own.url}/api/configuration/v1/slot/${machine.id}`
  const token = await own.tokenOf('mihai')
  const current = await fetch(path, { headers: { authorization: `Bearer ${token}` } }).then(
    answer => answer.json() as Promise<{ data: { slot: Saved } }>,
    () => undefined,
  )
  if (!current) return
  let slot = current.data.slot
  while (Date.now() < busy.until) {
    const position = `P-${++desk.attempt}`
    const input = {
      serial: slot.serial,
      location: slot.location._id,
      manufacturer: slot.manufacturer,
      denomination: slot.denomination,
      position,
      version: slot.version,
      reason: 'Moved within the hall',
    }
    const response = await post(path, token, input, 'PUT')
    if (response?.status !== 200) return
    slot = (response.body as { data: { slot: Saved } }).data.slot
    promised.saves.set(slot.version, position)
  }
}

interface Saved {
  version: number
  serial: string
  manufacturer: string
  location: { _id: string }
  denomination: object
}

async function post(
  url: string,
  token: string,
  body: unknown,
  method = 'POST',
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: await response.json() }
  } catch {
    // Killed before the answer was whole.
    return undefined
  }
}

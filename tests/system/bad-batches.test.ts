/**
 * What a gateway does wrong, or has to do after an outage, at the real backend on both databases: others do not wait,
 * every request is answered, and nothing that was acknowledged is lost.
 */
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heapOf } from '../../bin/launch/heap.mjs'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { newId } from '../../backend/platform/db/new-id'
import type { IngestBatch, IngestMessage } from '../../backend/telemetry/ingestion/ingest.contract'
import { smibRow } from '../bench/smib-row'
import { smibs } from '../people'
import { slotRow } from '../support/network'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import { slowness } from '../support/slowness'
import type { RunningProgram } from '../support/system'

const HOUR = 3_600_000
/** The last ones of them send history. */
const [CABINETS, LATE] = [120, 20]
const start = Date.now()
const macOf = (cabinet: number) => (0xa2_00_00_00_00_00 + cabinet).toString(16)

const message = (mac: string, seq: number, at: number, coinIn: number): IngestMessage => ({
  smib_id: mac,
  message_seq_nr: seq,
  server_time_nano: `${at}000000`,
  counters: [{ game_nr: 0, meters: { '0000': coinIn } }],
})

describe.each(['embedded', 'postgres'] as const)('a backend on %s', engine => {
  let postgres: TestPostgres | undefined
  let backend: OwnBackend
  let running: RunningProgram | undefined
  beforeAll(async () => {
    postgres = engine === 'postgres' ? await startPostgres() : undefined
    backend = await ownBackend(async db => {
      const slots = Array.from({ length: CABINETS }, (_, nr) =>
        slotRow(newId(start), `BAD-${nr}`, 'EGT', 'cluj', start),
      )
      await db.insertInto('slots').values(slots).execute()
      await db
        .insertInto('smibs')
        .values(slots.map((slot, nr) => smibRow(macOf(nr), slot)))
        .execute()
    }, postgres?.url)
    // As the launcher starts it.
    running = await backend.start({}, heapOf.backend)
  })
  afterAll(async () => {
    await running?.end()
    backend.remove()
    await postgres?.stop()
  })

  interface Answer {
    status: number
    retryAfter: number
    body: { data?: { accepted: number; duplicates: number; refused: number }; error?: { code: string } }
  }
  /** An answer, whatever it is: a connection that breaks off fails the test. */
  function send(
    body: string,
    agent: Agent,
    { token = backend.ingestTokens.carpathia, isChunked = false } = {},
  ) {
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(
        `${backend.url}/api/rawdata/v1/ingest`,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            ...(!isChunked && { 'content-length': Buffer.byteLength(body) }),
          },
        },
        response => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: Number(response.headers['retry-after'] ?? 0),
              body: JSON.parse(Buffer.concat(pieces).toString()) as Answer['body'],
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
  const deliver = async (messages: IngestMessage[], agent: Agent, token?: string) => {
    const { status, body } = await send(JSON.stringify({ messages } satisfies IngestBatch), agent, {
      ...(token !== undefined && { token }),
    })
    expect([status, body.data?.refused]).toEqual([200, 0])
  }
  /** How long somebody else waits for one small batch; milliseconds. */
  async function waited(seq: number, agent: Agent): Promise<number> {
    const from = performance.now()
    await deliver(
      [message(smibs.ribeira.mac, seq, start - HOUR + seq * 1_000, 1_000 + seq)],
      agent,
      backend.ingestTokens.lusitania,
    )
    return performance.now() - from
  }
  /** Of a cabinet's slot: how many readings there are, and what they moved. */
  const booked = () =>
    backend.withDatabase(async ({ db }) => {
      const rows = await db
        .selectFrom('counter_days as d')
        .innerJoin('slots as s', 's.id', 'd.slot_id')
        .select(({ fn }) => [
          's.serial',
          fn.sum<number>('d.readings').as('readings'),
          fn.sum<number>('d.coin_in').as('moved'),
        ])
        .where('s.serial', 'like', 'BAD-%')
        .groupBy('s.serial')
        .execute()
      return new Map(rows.map(({ serial, readings, moved }) => [serial, [Number(readings), Number(moved)]]))
    })
  let seq = 0

  test('refuses 5 MB of one message, and takes the next batch over the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const counters = Array.from({ length: 65_000 }, (_, game) => ({
      game_nr: game % 1_000,
      meters: { '0000': 1_000_000 + game, '0001': 1_000_000_000 + game, '0002': 1_000_000_000 + game },
    }))
    const body = JSON.stringify({ messages: [{ ...message(macOf(0), 1, start - HOUR, 1), counters }] })
    expect(body.length).toBeGreaterThan(4_500_000)
    for (const isChunked of [false, true]) {
      const { status, body: answer } = await send(body, agent, { isChunked })
      expect([status, answer.error?.code]).toEqual([413, 'too_large'])
      await waited(++seq, agent)
    }
    agent.destroy()
  })

  // Several times as many as Node lets wait by itself; `BATCHES=10000` tries more. On PostgreSQL the connections
  // are the same ones.
  const batches = Number(process.env.BATCHES ?? (engine === 'embedded' ? 2_000 : 500))
  test(`answers ${batches} batches of one row that come at once, and keeps what it acknowledged`, async () => {
    const agent = new Agent({ keepAlive: false })
    const cabinets = CABINETS - LATE
    const perCabinet = batches / cabinets
    let waiting = Array.from({ length: batches }, (_, nr) => {
      const own = Math.floor(nr / cabinets) + 1
      return JSON.stringify({
        messages: [message(macOf(nr % cabinets), own, start - HOUR + own * 5_000, 1_000 + own)],
      })
    })
    for (let tries = 1; waiting.length > 0; tries++) {
      expect(tries).toBeLessThan(20)
      const answers = await Promise.all(waiting.map(body => send(body, agent)))
      const refused = waiting.filter((_, nr) => answers[nr]?.status !== 200)
      for (const { status, retryAfter } of answers)
        expect(status === 200 || ([429, 503].includes(status) && retryAfter > 0)).toBe(true)
      const pause = Math.max(0, ...answers.map(({ retryAfter }) => retryAfter))
      if (refused.length > 0) await new Promise(resolve => setTimeout(resolve, pause * 1_000))
      waiting = refused
    }
    expect([...(await booked()).values()]).toEqual(
      Array.from({ length: cabinets }, () => [perCabinet, perCabinet - 1]),
    )
    agent.destroy()
  })

  test('stores a month of history while live batches of others take a second at most', async () => {
    const [gateway, live] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
    const HOURS = 30 * 24
    const first = start - (HOURS + 2) * HOUR
    const boards = Array.from({ length: LATE }, (_, nr) => macOf(CABINETS - LATE + nr))
    // The newest reading comes first: each of the others is late.
    await deliver(
      boards.map(mac => message(mac, 300_000, start - 60_000, 1_000 + HOURS)),
      gateway,
    )
    const history = Array.from({ length: HOURS * LATE }, (_, nr) => {
      const hour = Math.floor(nr / LATE)
      return message(boards[nr % LATE] ?? '', 200_000 + hour, first + hour * HOUR, 1_000 + hour)
    })
    let isOver = false
    const other = (async () => {
      const times: number[] = []
      while (!isOver) {
        times.push(await waited(++seq, live))
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      return times
    })()
    const slow = slowness()
    for (let from = 0; from < history.length; from += 2_000)
      await Promise.all(
        [0, 500, 1_000, 1_500]
          .map(offset => history.slice(from + offset, from + offset + 500))
          .filter(batch => batch.length > 0)
          .map(batch => deliver(batch, gateway)),
      )
    isOver = true
    const times = await other
    expect(times.length).toBeGreaterThan(5)
    expect(Math.max(...times)).toBeLessThan(1_000 * slow)
    const after = await booked()
    for (let nr = CABINETS - LATE; nr < CABINETS; nr++)
      expect(after.get(`BAD-${nr}`)).toEqual([HOURS + 1, HOURS])
    gateway.destroy()
    live.destroy()
  })

  test('waits for slow senders by themselves: others are answered at once', async () => {
    const agent = new Agent({ keepAlive: true })
    const sockets: { socket: Socket; rest: string; answer: Promise<string> }[] = []
    const { port } = new URL(backend.url)
    for (let nr = 0; nr < 30; nr++) {
      const body = JSON.stringify({ messages: [message(macOf(nr), 900_000, start - 60_000, 20_000)] })
      const socket = connect(Number(port), '127.0.0.1')
      const answer = new Promise<string>((resolve, reject) => {
        let text = ''
        socket.on('data', data => (text += String(data)))
        socket.on('end', () => resolve(text))
        socket.on('error', reject)
      })
      socket.write(
        `POST /api/rawdata/v1/ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer ${backend.ingestTokens.carpathia}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 40)}`,
      )
      sockets.push({ socket, rest: body.slice(40), answer })
    }
    const slow = slowness()
    for (let byte = 0; byte < 20; byte++) {
      for (const one of sockets) {
        one.socket.write(one.rest.slice(0, 1))
        one.rest = one.rest.slice(1)
      }
      // Of the same token, too.
      const from = performance.now()
      await deliver([message(macOf(60), 800_000 + byte, start - 60_000 + byte, 20_000 + byte)], agent)
      expect(performance.now() - from).toBeLessThan(1_000 * slow)
      expect(await waited(++seq, agent)).toBeLessThan(1_000 * slow)
    }
    for (const { socket, rest } of sockets) socket.write(rest)
    const answers = await Promise.all(sockets.map(({ answer }) => answer))
    expect(answers.map(text => text.split(' ')[1])).toEqual(answers.map(() => '200'))
    agent.destroy()
  })
})

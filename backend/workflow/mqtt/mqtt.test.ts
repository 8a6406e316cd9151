import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { slots, smibs, tenants, wednesday } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { Downlink } from './downlink'
import { Listeners } from './listeners'
import { downlinkTo, readUplink, uplinkTo, type Uplink } from './topics'
import { takeUplink, type Ask } from './uplink'

const { bellLink } = smibs
const topic = downlinkTo(bellLink.mac, 'verdicts')

let b: TestBackend
let listeners: Listeners
let ask: Ask
beforeEach(async () => {
  b = await testBackend()
  listeners = new Listeners(b.clock)
  ask = (path, init, sender) => b.app.request(path, init, { sender })
})
afterEach(() => b.close())

const message = (seq: number) => ({
  smib_id: bellLink.mac,
  message_seq_nr: seq,
  server_time_nano: `${wednesday - 60_000 + seq}000000`,
  counters: [{ game_nr: 0, meters: { '0000': 1_000 + seq } }],
})

const unexpected = (error: unknown) => {
  throw error
}

const publish = (
  body: unknown,
  {
    token = b.ingestTokens.carpathia,
    qos = 1,
    sender = bellLink.mac as string,
    kind = 'ingest' as Uplink,
  } = {},
) =>
  takeUplink(
    ask,
    listeners,
    {
      topic: uplinkTo(sender, kind),
      payload: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      qos,
      authorization: token ? `Bearer ${token}` : undefined,
    },
    unexpected,
  )

const answerOf = (outcome: Awaited<ReturnType<typeof publish>>) => {
  if (typeof outcome === 'string') throw new Error(outcome)
  const { answer } = outcome
  return { ...answer, body: JSON.parse(answer.body) as Record<string, unknown> }
}

describe('a message that comes through the broker', () => {
  test('is stored and answered with the verdicts that HTTP gives; again, it is a duplicate', async () => {
    expect(answerOf(await publish({ messages: [message(1)] }))).toMatchObject({
      topic,
      status: 200,
      body: { success: true, data: { accepted: 1, verdicts: [{ index: 0, verdict: 'accepted' }] } },
    })
    expect(answerOf(await publish({ messages: [message(1)] }))).toMatchObject({
      body: { data: { accepted: 0, duplicates: 1 } },
    })
    const { body } = await b.json('/api/rawdata/v1/counters', { as: 'mihai', body: { smibid: bellLink.id } })
    expect(body.data.total).toBe(1)
  })

  test.each([
    ['no token', { token: '' }, 401, 'token_missing'],
    ['what no header can hold', { token: 'bo_ă' }, 401, 'token_missing'],
    ['a wrong token', { token: `bo_${'x'.repeat(43)}` }, 401, 'token_invalid'],
    ['QoS 0, which the broker may drop', { qos: 0 }, 400, 'qos_too_low'],
  ])('with %s is refused, and the sender is told', async (_, how, status, code) => {
    expect(answerOf(await publish({ messages: [message(1)] }, how))).toMatchObject({
      topic,
      status,
      body: { success: false, error: { code } },
    })
    expect(listeners.byToken().size).toBe(0)
  })

  test.each([['no JSON'], ['[]'], ['{"messages": []}'], [`{"messages": "${'x'.repeat(3_000_000)}"}`]])(
    'that is malformed (%.20s) is answered as one of HTTP, not tried again',
    async body => {
      const { status } = answerOf(await publish(body))
      expect([400, 413, 422]).toContain(status)
    },
  )

  test('with a token that is bound to addresses is refused: the broker hides where it came from', async () => {
    const { body } = await b.json('/api/authorization/v1/api-token', {
      as: 'ana',
      body: {
        name: 'Gateway',
        tenant: tenants.carpathia.id,
        rights: ['send_data'],
        addresses: ['0.0.0.0/0', '::/0'],
      },
    })
    const { secret } = body.data as unknown as { secret: string }
    expect(answerOf(await publish({ messages: [message(1)] }, { token: secret }))).toMatchObject({
      status: 403,
      body: { error: { code: 'address_not_allowed' } },
    })
  })

  test('that nobody expected is answered, so that it holds up nobody behind it', async () => {
    const faults: unknown[] = []
    const outcome = await takeUplink(
      () => Promise.reject(new Error('a fault of ours')),
      listeners,
      {
        topic: uplinkTo(bellLink.mac, 'ingest'),
        payload: new Uint8Array(),
        qos: 1,
        authorization: undefined,
      },
      fault => faults.push(fault),
    )
    expect(answerOf(outcome)).toMatchObject({ topic, status: 500, body: { error: { code: 'unexpected' } } })
    expect(faults).toHaveLength(1)
  })

  test('with wrong tokens slows down its own sender alone', async () => {
    const wrong = `bo_${'x'.repeat(43)}`
    for (let nr = 0; nr <= 20; nr++) await publish({ messages: [message(1)] }, { token: `${wrong}${nr}` })
    expect(answerOf(await publish({ messages: [message(1)] })).status).toBe(429)
    const other = await publish({ messages: [message(1)] }, { sender: 'gateway-7' })
    expect(answerOf(other).status).toBe(200)
  })

  test('stays with the broker while nothing can be stored', async () => {
    const away: Ask = () => Response.json({ success: false, error: { code: 'unavailable' } }, { status: 503 })
    const outcome = await takeUplink(
      away,
      listeners,
      {
        topic: uplinkTo(bellLink.mac, 'ingest'),
        payload: new Uint8Array(),
        qos: 1,
        authorization: 'Bearer bo_x',
      },
      unexpected,
    )
    expect(outcome).toBe('later')
  })

  test.each([
    ['backoffice/v1/a/up/board-config'],
    ['backoffice/v1/a/b/up/ingest'],
    ['backoffice/v1/ä/up/ingest'],
    ['x'],
  ])('under %s is nobody’s', name => {
    expect(readUplink(name)).toBeNull()
  })
})

describe('commands over MQTT', () => {
  const sent: { topic: string; commands: { command_id: string; kind: string }[] }[] = []
  let downlink: Downlink
  beforeEach(() => {
    sent.length = 0
    downlink = new Downlink(
      ask,
      listeners,
      async (to, body) => {
        sent.push({
          topic: to,
          ...(JSON.parse(body) as { commands: { command_id: string; kind: string }[] }),
        })
      },
      b.clock,
      unexpected,
    )
  })
  const lock = () =>
    b.json('/api/slotcontrol/v1/lock', {
      as: 'mihai',
      body: { ids: [slots.bellLink.id], reason: 'Door left open' },
    })

  test('are told to the SMIB or gateway that last spoke for the slot, again until answered', async () => {
    await publish({ messages: [message(1)] }, { sender: 'gateway-7' })
    await downlink.send()
    expect(sent).toEqual([])
    expect((await lock()).status).toBe(200)

    await downlink.send()
    await downlink.send()
    expect(sent).toMatchObject([{ topic: downlinkTo('gateway-7', 'commands'), commands: [{ kind: 'lock' }] }])
    b.clock.advance(16_000)
    await downlink.send()
    expect(sent).toHaveLength(2)

    const command_id = sent[0]?.commands[0]?.command_id
    const answered = await publish(
      { answers: [{ command_id, outcome: 'done' }] },
      { sender: 'gateway-7', kind: 'answers' },
    )
    expect(answerOf(answered)).toMatchObject({
      topic: downlinkTo('gateway-7', 'answers'),
      body: { data: { verdicts: [{ verdict: 'recorded' }] } },
    })
    b.clock.advance(16_000)
    await downlink.send()
    expect(sent).toHaveLength(2)
  })

  test('that a broker refuses for one sender reach the others', async () => {
    const refused: unknown[] = []
    const partly = new Downlink(
      ask,
      listeners,
      async to => {
        if (to.includes('gateway-7')) throw new Error('not authorised')
        sent.push({ topic: to, commands: [] })
      },
      b.clock,
      fault => refused.push(fault),
    )
    await publish({ messages: [message(1)] }, { sender: 'gateway-7' })
    const novoline = { ...message(1), smib_id: smibs.novoline.mac }
    await publish({ messages: [novoline] }, { sender: 'gateway-8' })
    const ids = [slots.bellLink.id, slots.novoline.id]
    await b.json('/api/slotcontrol/v1/lock', { as: 'mihai', body: { ids, reason: 'Door left open' } })
    await partly.send()
    expect(sent.map(one => one.topic)).toEqual([downlinkTo('gateway-8', 'commands')])
    expect(refused).toHaveLength(1)
  })

  test('end with the token: one that is revoked hears nothing more', async () => {
    await publish({ messages: [message(1)] })
    await b.db.updateTable('api_tokens').set({ revoked_at: b.clock() }).execute()
    await lock()
    await downlink.send()
    expect(sent).toEqual([])
    expect(listeners.byToken().size).toBe(0)
  })
})

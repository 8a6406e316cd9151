/**
 * SMIBs that send through a real broker, which crashes and comes back, as does the backend: what was answered is
 * stored once, and what was not is sent again.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../bin/testing/postgres.mjs'
import { freePort } from '../../bin/testing/free-port.mjs'
import { type RunningProgram } from '../support/system'
import { mosquittoProgram, startBroker, type Broker } from '../support/mosquitto'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import { slowness } from '../support/slowness'
import { slots, smibs } from '../people'

/** What docs/integration.md tells people to give their broker, word for word. */
const rights = /^```acl\n(.*?)^```$/ms.exec(readFileSync('docs/integration.md', 'utf8'))?.[1] ?? ''
const { bellLink, novoline } = smibs
const topicOf = (mac: string, name: string) => `backoffice/v1/${mac}/${name}`
const began = Date.now() - 3_600_000

interface Command {
  command_id: string
  kind: string
}

/** A SMIB's side: numbers its messages, and sends again what has no verdict. */
class Smib {
  readonly answered = new Map<number, string>()
  readonly commands: Command[] = []
  private readonly waiting = new Map<string, (body: unknown) => void>()

  private constructor(
    readonly client: MqttClient,
    private readonly mac: string,
    private readonly token: string,
  ) {
    client.on('error', () => {})
    client.on('message', (topic, payload, { properties }) => {
      const body = JSON.parse(payload.toString()) as { commands?: Command[] }
      if (topic.endsWith('/commands')) this.commands.push(...(body.commands ?? []))
      else this.waiting.get(properties?.correlationData?.toString() ?? '')?.(body)
    })
  }

  static async connect(broker: Broker, mac: string, token: string): Promise<Smib> {
    const smib = new Smib(
      await connectAsync(broker.urlOf(mac), {
        protocolVersion: 5,
        clientId: `${mac}-${randomUUID()}`,
        reconnectPeriod: 200,
      }),
      mac,
      token,
    )
    await smib.client.subscribeAsync(topicOf(mac, 'down/+'), { qos: 1 })
    return smib
  }

  /** Resolves to the answer; undefined: it has not come in time. */
  async publish(kind: string, body: object): Promise<Record<string, unknown> | undefined> {
    const id = randomUUID()
    const late = new AbortController()
    const answer = new Promise<unknown>(resolve => this.waiting.set(id, resolve))
    this.client.publish(topicOf(this.mac, `up/${kind}`), JSON.stringify(body), {
      qos: 1,
      properties: {
        correlationData: Buffer.from(id),
        userProperties: { authorization: `Bearer ${this.token}` },
      },
    })
    const came = await Promise.race([
      answer,
      pause(3_000, undefined, { signal: late.signal }).catch(() => undefined),
    ])
    late.abort()
    this.waiting.delete(id)
    return came as Record<string, unknown> | undefined
  }

  /** As every sender does: again, until there is an answer. */
  async publishUntilAnswered(kind: string, body: object): Promise<Record<string, unknown>> {
    for (;;) {
      const answer = await this.publish(kind, body)
      if (answer) return answer
    }
  }

  /** Batches of ten, until `isOver`. */
  async sendUntil(isOver: () => boolean): Promise<void> {
    for (let next = 1; !isOver();) {
      const numbers = Array.from({ length: 10 }, (_, offset) => next + offset)
      const answer = (await this.publish('ingest', {
        messages: numbers.map(number => ({
          smib_id: this.mac,
          message_seq_nr: number,
          server_time_nano: `${began + number * 20}000000`,
          counters: [{ game_nr: 0, meters: { '0000': 1_000_000 + number } }],
        })),
      })) as { data?: { verdicts: { index: number; verdict: string }[] } } | undefined
      if (!answer?.data) continue
      for (const { index, verdict } of answer.data.verdicts) this.answered.set(next + index, verdict)
      next += numbers.length
    }
  }
}

describe.skipIf(!mosquittoProgram).each(['embedded', 'postgres'] as const)('a backend on %s', engine => {
  let postgres: TestPostgres | undefined
  let broker: Broker
  let backend: OwnBackend
  const running = new Set<RunningProgram>()
  const opened: MqttClient[] = []
  const start = async (port?: number) => {
    const program = await backend.start({
      MQTT_URL: broker.urlOf('backend'),
      ...(port !== undefined && { BACKEND_PORT: String(port) }),
    })
    running.add(program)
    return program
  }
  const end = async (program: RunningProgram, signal?: NodeJS.Signals) => {
    running.delete(program)
    await program.end(signal)
  }
  const connectSmib = async (mac: string) => {
    const smib = await Smib.connect(broker, mac, backend.ingestTokens.carpathia)
    opened.push(smib.client)
    return smib
  }
  const stored = (smibId: string) =>
    backend.withDatabase(async ({ db }) => {
      const rows = await db
        .selectFrom('messages')
        .select('message_seq_nr')
        .where('smib_id', '=', smibId)
        .execute()
      return rows.map(row => Number(row.message_seq_nr)).sort((a, b) => a - b)
    })

  beforeAll(async () => {
    postgres = engine === 'postgres' ? await startPostgres() : undefined
    broker = await startBroker([bellLink.mac, novoline.mac], rights)
    backend = await ownBackend(undefined, postgres?.url)
  })
  afterAll(async () => {
    await Promise.all(opened.map(client => client.endAsync(true)))
    await Promise.all([...running].map(program => program.end()))
    await broker?.stop()
    backend?.remove()
    await postgres?.stop()
  })

  test('takes messages through crashes of broker and backend, each once', async () => {
    const slow = slowness()
    let first = await start()
    // Several backends share a broker's messages; the embedded database has one backend.
    if (engine === 'postgres') await start(await freePort())
    const smib = await connectSmib(bellLink.mac)
    let isOver = false
    const sending = smib.sendUntil(() => isOver)
    const growsBy = async (count: number) => {
      const from = smib.answered.size
      await expect.poll(() => smib.answered.size - from, { timeout: 30_000 * slow }).toBeGreaterThan(count)
    }
    await growsBy(50)
    await broker.kill()
    await pause(500)
    await broker.start()
    await growsBy(50)
    await end(first, 'SIGKILL')
    await pause(500)
    first = await start()
    await growsBy(50)
    await end(first)
    first = await start()
    await growsBy(50)
    isOver = true
    await sending

    for (const program of running) await end(program)

    expect(new Set(smib.answered.values())).not.toContain('refused')
    const numbers = await stored(bellLink.id)
    expect(numbers).toEqual([...new Set(numbers)])
    const promised = [...smib.answered.keys()].sort((a, b) => a - b)
    expect(numbers).toEqual(expect.arrayContaining(promised))
  }, 240_000)

  test('tells a SMIB its commands, and takes its answer', async () => {
    await start()
    const smib = await connectSmib(novoline.mac)
    await smib.publishUntilAnswered('ingest', {
      messages: [{ smib_id: novoline.mac, message_seq_nr: 1, server_time_nano: `${began}000000` }],
    })
    const token = await backend.tokenOf('mihai')
    const order = await fetch(`${backend.url}/api/slotcontrol/v1/lock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [slots.novoline.id], reason: 'Door left open' }),
    })
    expect(order.status).toBe(200)
    await expect.poll(() => smib.commands.map(one => one.kind), { timeout: 30_000 }).toEqual(['lock'])
    const answers = [{ command_id: smib.commands[0]?.command_id, outcome: 'done' }]
    expect(await smib.publishUntilAnswered('answers', { answers })).toMatchObject({
      data: { verdicts: [{ verdict: 'recorded' }] },
    })
  }, 60_000)

  test('a sender reads nothing of another one and cannot speak in the backend’s place: such are the rights', async () => {
    const [victim, thief] = [await connectSmib(bellLink.mac), await connectSmib(novoline.mac)]
    const read: string[] = []
    thief.client.on('message', topic => read.push(topic))
    const others = ['up/ingest', 'down/verdicts'].map(name => topicOf(bellLink.mac, name))
    // The broker may take the subscription, and deliver nothing.
    await thief.client.subscribeAsync(others, { qos: 1 }).catch(() => {})
    thief.client.publish(
      topicOf(bellLink.mac, 'down/commands'),
      JSON.stringify({ commands: [{ kind: 'unlock' }] }),
      {
        qos: 1,
      },
    )
    const answer = await victim.publishUntilAnswered('ingest', { messages: [{}] })
    expect(answer).toMatchObject({ data: { refused: 1 } })
    expect({ read, commands: victim.commands }).toEqual({ read: [], commands: [] })
  }, 60_000)
})

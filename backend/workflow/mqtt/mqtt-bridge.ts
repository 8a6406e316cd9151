/**
 * MQTT next to HTTP (`MQTT_URL`): messages of SMIBs that come through a broker. One is acknowledged to the broker once
 * its answer is published, and that is once it is durable; what could not be stored stays with the broker.
 */
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt'
import type { Deps } from '../../platform/deps'
import { repeat } from '../../platform/tasks/watch.service'
import { Downlink } from './downlink'
import { Listeners } from './listeners'
import { setMqttState } from './mqtt-gauges'
import { SHARED_SUBSCRIPTION } from './topics'
import { takeUplink, type Ask, type Outcome } from './uplink'

/** A connection hands over one message at a time, so that there is no more in memory than can be stored. */
const LANES = 4
const RECEIVE_MAXIMUM = 8
/** Twice of what HTTP takes, so that a larger batch is answered rather than dropped by the broker. Bytes. */
const MOST_BYTES = 4 * 1024 * 1024
/**
 * The broker keeps for so long what a connection that broke off has not acknowledged, and sends it again when it is
 * back: long enough for a crash, and short where another backend could take it. Seconds.
 */
const SESSION_S = 60
const RECONNECT_MS = 2_000
/** The broker closes a connection that is silent for one and a half times as long. Seconds. */
const KEEP_ALIVE_S = 60
/** What passes, such as a database that fails over, is waited for; well below KEEP_ALIVE_S. */
const TRIES = 20
const TRY_AGAIN_MS = 1_000
const COMMANDS_EVERY_MS = 3_000
/** An answer that nobody has fetched by then is worth nothing: the sender has sent its messages again. Seconds. */
const ANSWER_EXPIRES_S = 24 * 3_600
const PUBLISH_WITHIN_MS = 10_000
/** For each of two steps; a program that is to end has 3.5 s for everything. */
const STOP_WITHIN_MS = 500

/** Begins to connect; a broker that is away is waited for, and nothing else waits for it. */
export async function startMqtt(deps: Deps, url: string, ask: Ask): Promise<{ stop(): Promise<void> }> {
  const { connect } = await import('mqtt')
  const { log, clock, env } = deps
  const stopped = new AbortController()
  const listeners = new Listeners(clock)
  const clients: MqttClient[] = []
  const atWork = new Set<Promise<void>>()

  const open = (name: string, options: IClientOptions): MqttClient => {
    const client = connect(url, {
      ...options,
      protocolVersion: 5,
      clientId: `backoffice-${hostname()}-${env.port}-${name}`,
      clean: false,
      keepalive: KEEP_ALIVE_S,
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      // A broker that has come back may remember the session and not its shared subscription, so each connection
      // subscribes; with the client's own way of doing so a second subscription would not be sent.
      resubscribe: false,
      properties: {
        sessionExpiryInterval: SESSION_S,
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: MOST_BYTES,
      },
    })
    // Its message may hold no more than what went wrong: the address has a password in it.
    let complaint: string | undefined
    client.on('error', ({ message }) => {
      // A broker that is away is tried again every other second: the log says so once.
      if (message !== complaint) log.warn({ why: message, connection: name }, 'MQTT')
      complaint = message
    })
    client.on('connect', () => {
      complaint = undefined
      log.info({ connection: name }, 'MQTT connected')
    })
    clients.push(client)
    setMqttState(deps, () => clients.map(one => one.connected))
    return client
  }

  const down = open('down', {})
  const publish = async (
    topic: string,
    body: string,
    expiresInS: number,
    { status, correlationData }: { status?: number; correlationData?: Buffer } = {},
  ): Promise<void> => {
    if (!down.connected) throw new Error('no connection for an answer')
    const published = down.publishAsync(topic, body, {
      qos: 1,
      properties: {
        contentType: 'application/json',
        messageExpiryInterval: expiresInS,
        ...(correlationData && { correlationData }),
        ...(status !== undefined && { userProperties: { status: String(status) } }),
      },
    })
    await within(PUBLISH_WITHIN_MS, published)
  }

  const onFault = (err: unknown) => log.error({ err }, 'MQTT')

  /** Resolves to whether the message may be acknowledged. */
  const take = async (topic: string, payload: Buffer, packet: IPublishPacket): Promise<boolean> => {
    const { properties } = packet
    const outcome = await untilTaken(stopped.signal, () =>
      takeUplink(
        ask,
        listeners,
        {
          topic,
          payload,
          qos: packet.qos,
          authorization: oneOf(properties?.userProperties?.authorization),
        },
        onFault,
      ),
    )
    if (outcome === 'later') return false
    if (outcome === 'none') return true
    const { answer } = outcome
    const { correlationData } = properties ?? {}
    await publish(answer.topic, answer.body, ANSWER_EXPIRES_S, {
      status: answer.status,
      ...(correlationData && { correlationData }),
    })
    return true
  }

  const comeBack = async (lane: MqttClient) => {
    await pause(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => {})
    if (!stopped.signal.aborted) lane.reconnect()
  }

  let answering = 0
  const openLane = (name: string) => {
    const lane = open(name, {
      customHandleAcks: (topic, payload, packet, done) => {
        // The connection is about to end, and what came last is not begun any more.
        if (stopped.signal.aborted) return
        const work = take(topic, payload, packet as IPublishPacket)
          .catch((err: unknown) => {
            log.warn({ err }, 'a message from MQTT stays with the broker')
            return false
          })
          .then(isTaken => {
            if (isTaken) return done(0)
            done(new Error('not stored yet'))
            // The broker sends what is not acknowledged when the connection comes again, and not before.
            lane.end(true, () => void comeBack(lane).catch(onFault))
          })
          .catch(onFault)
        atWork.add(work)
        void work.finally(() => atWork.delete(work))
      },
    })
    lane.on('connect', () =>
      lane
        .subscribeAsync(SHARED_SUBSCRIPTION, { qos: 1 })
        .catch((error: Error) => log.warn({ why: error.message, connection: name }, 'MQTT subscription')),
    )
    lane.on('message', (topic, payload, packet) => {
      // One of QoS 1 has been taken by then. Nobody may rely on the others, and no flood of them is answered.
      if (packet.qos !== 0 || answering >= RECEIVE_MAXIMUM) return
      answering++
      take(topic, payload, packet)
        .catch((err: unknown) => log.warn({ err }, 'MQTT: no answer'))
        .finally(() => answering--)
    })
  }
  for (let nr = 1; nr <= LANES; nr++) openLane(`up-${nr}`)

  const downlink = new Downlink(ask, listeners, publish, clock, onFault)
  const sending = repeat(deps, {
    everyMs: COMMANDS_EVERY_MS,
    failed: 'commands were not sent over MQTT',
    turn: async () => (down.connected ? downlink.send() : undefined),
  })
  return {
    async stop() {
      stopped.abort()
      await within(STOP_WITHIN_MS, Promise.all([sending.stop(), ...atWork])).catch(() => {})
      // Some brokers give messages to sessions that are away: others shall not miss theirs because of this one.
      const ended = clients.map(client =>
        client.endAsync(false, { properties: { sessionExpiryInterval: 0 } }),
      )
      // One whose answer the broker has not acknowledged would be waited for.
      await within(STOP_WITHIN_MS, Promise.all(ended)).catch(() => {})
      for (const client of clients) client.end(true)
    },
  }
}

/** Throws where the work takes longer; it goes on all the same. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const over = new AbortController()
  const late = pause(milliseconds, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`the broker took longer than ${milliseconds} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    over.abort()
  }
}

async function untilTaken(stopped: AbortSignal, tryOnce: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce()
    if (outcome !== 'later' || tries === TRIES || stopped.aborted) return outcome
    await pause(TRY_AGAIN_MS, undefined, { signal: stopped }).catch(() => {})
  }
}

/** A property that stands there twice says nothing. */
const oneOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

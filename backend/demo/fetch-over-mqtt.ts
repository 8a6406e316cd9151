/**
 * The simulator's way to a backend with a broker: what SMIBs send, what they are answered and what they are to do go
 * over MQTT, all else over HTTP.
 */
import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import type { DownlinkCommand } from '../estate/control/downlink.contract'
import { downlinksOf, downlinkTo, FETCH_PATH, uplinks, uplinkTo, type Uplink } from '../workflow/mqtt/topics'

const SENDER = 'demo-simulator'
const ANSWER_WITHIN_MS = 10_000

type Fetch = (url: string, init: RequestInit) => Promise<Response>

export function fetchOverMqtt(mqttUrl: string): Fetch {
  let client: Promise<MqttClient> | undefined
  const waiting = new Map<string, (answer: Response) => void>()
  let commands: DownlinkCommand[] = []

  const connected = async () => {
    const { connect } = await import('mqtt')
    const made = connect(mqttUrl, { protocolVersion: 5, clientId: `${SENDER}-${randomUUID()}` })
    // It connects again by itself; what was not answered meanwhile is sent again.
    made.on('error', () => {})
    made.on('message', (topic, payload, { properties }) => {
      if (topic === downlinkTo(SENDER, 'commands')) {
        commands.push(...(JSON.parse(payload.toString()) as { commands: DownlinkCommand[] }).commands)
        return
      }
      const status = Number(properties?.userProperties?.status)
      const id = properties?.correlationData?.toString() ?? ''
      waiting.get(id)?.(new Response(payload.toString(), { status }))
    })
    made.on('connect', () => made.subscribe(downlinksOf(SENDER), { qos: 1 }))
    return made
  }

  const publish = async (kind: Uplink, init: RequestInit): Promise<Response> => {
    const mqtt = await (client ??= connected())
    const id = randomUUID()
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Response>((resolve, reject) => {
        waiting.set(id, resolve)
        // A timer of its own: on Node 20 a signal that is made of others may never be aborted.
        timer = setTimeout(() => reject(new Error('no answer through the broker')), ANSWER_WITHIN_MS)
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error), { once: true })
        mqtt
          .publishAsync(uplinkTo(SENDER, kind), String(init.body), {
            qos: 1,
            properties: {
              contentType: 'application/json',
              correlationData: Buffer.from(id),
              userProperties: { authorization: new Headers(init.headers).get('authorization') ?? '' },
            },
          })
          .catch(reject)
      })
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  const taken = (): Response => {
    const all = commands
    commands = []
    return Response.json({ success: true, data: { commands: all } })
  }

  return async (url, init) => {
    const { pathname } = new URL(url)
    if (pathname === FETCH_PATH) return taken()
    for (const kind of Object.keys(uplinks) as Uplink[])
      if (pathname === uplinks[kind].path) return publish(kind, init)
    return fetch(url, init)
  }
}

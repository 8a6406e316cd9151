/** One message from the broker: handed to the endpoint that takes the same body over HTTP, and what became of it. */
import type { Listeners } from './listeners'
import { downlinkTo, readUplink, uplinks } from './topics'

/**
 * The app, called in process: the token's rights, limits and the log are those of HTTP. `sender` stands for the address
 * that the broker hides: whoever sends wrong tokens is slowed down alone.
 */
export type Ask = (path: string, init: RequestInit, sender: string) => Promise<Response> | Response

export interface Published {
  topic: string
  payload: Uint8Array
  qos: number
  /** `Bearer …`, from the user property `authorization`. */
  authorization: string | undefined
}

interface Answer {
  topic: string
  /** As HTTP would have answered: 200, 401, 403, 413, 422, 429 … */
  status: number
  body: string
}

/**
 * answer: to be published, after which the message is acknowledged. none: a topic of nobody's. later: nothing could be
 * stored just now, so the broker keeps it.
 */
export type Outcome = { answer: Answer } | 'none' | 'later'

/** A database that fails over, or a proxy before it: what is sent again then is stored. */
const isPassing = (status: number): boolean => status >= 502 && status <= 504

/** All that a header may hold; a token is none else. */
const PRINTABLE = /^[\x20-\x7e]*$/

/** `onFault`: of what nobody expected. It is answered, since the same message would end in the same way again. */
export async function takeUplink(
  ask: Ask,
  listeners: Listeners,
  published: Published,
  onFault: (error: unknown) => void,
): Promise<Outcome> {
  const uplink = readUplink(published.topic)
  if (!uplink) return 'none'
  const { sender, kind } = uplink
  const topic = downlinkTo(sender, uplinks[kind].answer)
  if (published.qos === 0) return { answer: { topic, ...refusal(400, 'qos_too_low', 'Publish with QoS 1') } }
  const { payload } = published
  const authorization = PRINTABLE.test(published.authorization ?? '') ? published.authorization : undefined
  try {
    const response = await ask(
      uplinks[kind].path,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization !== undefined && { authorization }),
        },
        body: payload as Uint8Array<ArrayBuffer>,
      },
      sender,
    )
    const body = await response.text()
    if (isPassing(response.status)) return 'later'
    if (response.ok && kind === 'ingest' && authorization !== undefined)
      listeners.remember(sender, authorization, smibsOf(payload, body))
    return { answer: { topic, status: response.status, body } }
  } catch (error) {
    onFault(error)
    return { answer: { topic, ...refusal(500, 'unexpected', 'Unexpected error') } }
  }
}

const refusal = (status: number, code: string, message: string): Omit<Answer, 'topic'> => ({
  status,
  body: JSON.stringify({ success: false, error: { code, message } }),
})

/** Those whose messages the sender may send; the endpoint has read both texts before. */
function smibsOf(payload: Uint8Array, answer: string): string[] {
  const { messages } = JSON.parse(new TextDecoder().decode(payload)) as { messages: { smib_id?: unknown }[] }
  const { data } = JSON.parse(answer) as { data: { verdicts: { index: number; verdict: string }[] } }
  const macs = data.verdicts.flatMap(({ index, verdict }) => {
    const mac = verdict === 'refused' ? undefined : messages[index]?.smib_id
    return typeof mac === 'string' ? mac.toLowerCase() : []
  })
  return [...new Set(macs)]
}

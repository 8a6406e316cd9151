/**
 * Topics (docs/integration.md): what a sender publishes stands under `up`, answers and commands under `down`.
 * A sender is a SMIB or a gateway; its name is the one that the broker's rights go by.
 */
const PREFIX = 'backoffice/v1'

/** Each message goes to one of all backends that share a broker. */
export const SHARED_SUBSCRIPTION = `$share/backoffice/${PREFIX}/+/up/+`

/** What may be sent: where the same body goes over HTTP, and under which name its answer comes. */
export const uplinks = {
  ingest: { path: '/api/rawdata/v1/ingest', answer: 'verdicts' },
  answers: { path: '/api/rawdata/v1/commands/answers', answer: 'answers' },
} as const
export type Uplink = keyof typeof uplinks

export const FETCH_PATH = '/api/rawdata/v1/commands/fetch'

type Down = (typeof uplinks)[Uplink]['answer'] | 'commands'

const senderName = '[A-Za-z0-9_-]{1,64}'
const uplinkTopic = new RegExp(
  `^${PREFIX}/(?<sender>${senderName})/up/(?<kind>${Object.keys(uplinks).join('|')})$`,
)

/** Null for a topic that is none of ours. */
export function readUplink(topic: string): { sender: string; kind: Uplink } | null {
  const { sender, kind } = uplinkTopic.exec(topic)?.groups ?? {}
  return sender !== undefined && kind !== undefined ? { sender, kind: kind as Uplink } : null
}

export const uplinkTo = (sender: string, kind: Uplink): string => `${PREFIX}/${sender}/up/${kind}`
/** All answers and commands of one sender. */
export const downlinksOf = (sender: string): string => `${PREFIX}/${sender}/down/+`
export const downlinkTo = (sender: string, kind: Down): string => `${PREFIX}/${sender}/down/${kind}`

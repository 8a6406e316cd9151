/** Commands for those who listen. Over HTTP a SMIB fetches them; here they are fetched in its place. */
import { LRUCache } from 'lru-cache'
import { groupBy } from '../../platform/contract/group-by'
import type { Listeners } from './listeners'
import { downlinkTo, FETCH_PATH } from './topics'
import type { Ask } from './uplink'

/** As many SMIBs as one request may name. */
const ASKED_AT_ONCE = 500
/** A command that has not been answered is published again; each is carried out once. Milliseconds. */
const AGAIN_MS = 15_000
const MOST_REMEMBERED = 100_000

interface Command {
  command_id: string
  smib_id: string
  expires_at: number
}

/** `expiresInS`: after which the broker need not deliver it any more. */
export type Publish = (topic: string, body: string, expiresInS: number) => Promise<void>

export class Downlink {
  private readonly published: LRUCache<string, true>

  constructor(
    private readonly ask: Ask,
    private readonly listeners: Listeners,
    private readonly publish: Publish,
    private readonly now: () => number,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.published = new LRUCache({ max: MOST_REMEMBERED, ttl: AGAIN_MS, perf: { now }, ttlResolution: 0 })
  }

  /** All commands that wait for somebody who listens. */
  async send(): Promise<void> {
    for (const [authorization, macs] of this.listeners.byToken())
      for (let start = 0; start < macs.length; start += ASKED_AT_ONCE)
        await this.sendTo(authorization, macs.slice(start, start + ASKED_AT_ONCE))
  }

  private async sendTo(authorization: string, smib_ids: string[]): Promise<void> {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ smib_ids }),
    }
    const response = await this.ask(FETCH_PATH, request, 'commands')
    if (response.status === 401 || response.status === 403) return this.listeners.forget(smib_ids)
    if (!response.ok) return
    const { data } = (await response.json()) as { data: { commands: Command[] } }
    const due = data.commands.filter(({ command_id }) => !this.published.has(command_id))
    for (const [sender, commands] of groupBy(due, ({ smib_id }) => this.listeners.senderOf(smib_id))) {
      if (sender === undefined) continue
      const lastMs = Math.max(...commands.map(one => one.expires_at)) - this.now()
      const expiresInS = Math.max(1, Math.ceil(lastMs / 1000))
      try {
        await this.publish(downlinkTo(sender, 'commands'), JSON.stringify({ commands }), expiresInS)
        for (const { command_id } of commands) this.published.set(command_id, true)
      } catch (error) {
        // A broker may refuse one topic: the commands of others do not wait for it.
        this.onFault(error)
      }
    }
  }
}

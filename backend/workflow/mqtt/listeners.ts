/**
 * Who gets commands over MQTT: SMIBs whose messages came that way. In memory alone: after a restart a SMIB gets them
 * again once it has sent something, and meanwhile its commands wait as they do for one that is off.
 */
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../../platform/contract/durations'

interface Listener {
  /** Its own name, or that of the gateway that speaks for it. */
  sender: string
  /** The newest with which it was let in: what is revoked since is refused when it is used. */
  authorization: string
}

const MOST_LISTENERS = 200_000
/** One that has sent nothing for so long asks over HTTP, or is off. Milliseconds. */
const LISTENS_FOR_MS = DAY_MS

export class Listeners {
  private readonly bySmib: LRUCache<string, Listener>

  constructor(now: () => number) {
    this.bySmib = new LRUCache({ max: MOST_LISTENERS, ttl: LISTENS_FOR_MS, perf: { now }, ttlResolution: 0 })
  }

  /** `smibs`: MAC addresses. */
  remember(sender: string, authorization: string, smibs: readonly string[]): void {
    const listener = { sender, authorization }
    for (const mac of smibs) this.bySmib.set(mac, listener)
  }

  senderOf(mac: string): string | undefined {
    return this.bySmib.get(mac)?.sender
  }

  forget(macs: readonly string[]): void {
    for (const mac of macs) this.bySmib.delete(mac)
  }

  /** MAC addresses by the token that speaks for them. */
  byToken(): Map<string, string[]> {
    const tokens = new Map<string, string[]>()
    for (const [mac, { authorization }] of this.bySmib.entries()) {
      const macs = tokens.get(authorization)
      if (macs) macs.push(mac)
      else tokens.set(authorization, [mac])
    }
    return tokens
  }
}

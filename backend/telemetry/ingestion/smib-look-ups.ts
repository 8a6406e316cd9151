/**
 * SMIBs of several batches are looked up together: while the database answers for some, the batches that arrive gather
 * for the next question. So a sender of many small batches does not wait for a question of each.
 */
import type { Deps } from '../../platform/deps'
import { outsideRequests } from '../../platform/process/request-at-hand'
import { speaksFor, type Scope } from '../../platform/request/actor'
import { smibsByMac, type SmibContext } from './smib-context'

type Found = ReadonlyMap<string, SmibContext>

interface Waiting {
  macs: readonly string[]
  resolve(found: Found): void
  reject(error: unknown): void
}

const lookUps = new WeakMap<Deps['db'], SmibLookUps>()

/** By MAC address, those that the sender speaks for. */
export async function lookUpSmibs(
  db: Deps['db'],
  macs: readonly string[],
  sender: Scope,
): Promise<Map<string, SmibContext>> {
  let own = lookUps.get(db)
  if (!own) lookUps.set(db, (own = new SmibLookUps(db)))
  const found = await own.find(macs)
  return new Map(
    macs.flatMap(mac => {
      const smib = found.get(mac)
      return smib && isOf(sender, smib) ? [[mac, smib] as const] : []
    }),
  )
}

const isOf = (sender: Scope, { smibId: id, tenantId: tenant_id, locationId: location_id }: SmibContext) =>
  speaksFor(sender, { id, tenant_id, location_id })

class SmibLookUps {
  private waiting: Waiting[] = []
  private isAsking = false

  constructor(private readonly db: Deps['db']) {}

  find(macs: readonly string[]): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ macs, resolve, reject })
      // It goes on for others' batches, long after the request that began it.
      if (!this.isAsking) void outsideRequests(() => this.ask())
    })
  }

  private async ask(): Promise<void> {
    this.isAsking = true
    while (this.waiting.length > 0) {
      const together = this.waiting
      this.waiting = []
      try {
        const found = await smibsByMac(this.db, [...new Set(together.flatMap(({ macs }) => macs))])
        for (const { resolve } of together) resolve(found)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    this.isAsking = false
  }
}

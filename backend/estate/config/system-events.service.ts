/**
 * Events that the system itself writes about a SMIB: stored with those that SMIBs send, by the wing that has them
 * (`backend/registrations.ts` registers it).
 */
import type { Db } from '../../platform/db/database'

export interface SystemEvent {
  code: 'config_pushed'
  at: number
  tenantId: string
  locationId: string
  slotId: string | null
  smibId: string | null
  data?: Readonly<Record<string, string | number>>
}

type Write = (db: Db, events: readonly SystemEvent[], now: number) => Promise<void>
let known: Write | undefined

export function registerSystemEvents(write: Write): void {
  known = write
}

/** Throws where `registerSystemEvents` was not called. */
export const writeSystemEvents: Write = (...events) => {
  if (!known) throw new Error('nobody keeps events of the system: no writer is registered')
  return known(...events)
}

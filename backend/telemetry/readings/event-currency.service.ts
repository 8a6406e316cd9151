/** In which currency a slot counted when an event was: an event says amounts without one. */
import type { Db } from '../../platform/db/database'
import type { Money } from '../../platform/contract/primitives'
import { endOf } from './place'
import { inForce, slotHistories } from './slot-history.queries'

/** `at` in epoch milliseconds, `nano` what is beyond them. Undefined for a slot that is not among `slots`. */
export type CurrencyAt = (slot: string | null, at: number, nano: number) => Money['currency'] | undefined

export async function currenciesOf(db: Db, slots: readonly string[]): Promise<CurrencyAt> {
  const histories = await slotHistories(db, slots)
  return (slot, at, nano) =>
    inForce(histories.get(slot ?? '') ?? [], endOf(at, nano))?.currency as Money['currency'] | undefined
}

/**
 * What slots and locations took today: the books are of a later wing, which `backend/registrations.ts` registers for
 * the lists here.
 */
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Figures } from './with-figures.service'

/** By id, one amount a currency; an id without any reading today is missing. */
export type TakingsToday = (
  db: Db,
  ids: readonly string[],
  now: number,
) => Promise<ReadonlyMap<string, Money[]>>

type Takings = Readonly<Record<'locations' | 'slots', TakingsToday>>
let known: Takings | undefined

export function registerTakings(takings: Takings): void {
  known = takings
}

/** Throws where `registerTakings` was not called: a list would say that nothing was taken. */
export const takenToday = (of: keyof Takings): Figures<{ net_win_today?: Money[] | null | undefined }> => ({
  fields: ['net_win_today'],
  read: async (db, ids, now) => {
    if (!known) throw new Error('nothing is registered for takings')
    const taken = await known[of](db, ids, now)
    return id => ({ net_win_today: taken.get(id) ?? null })
  },
})

/** What the list of slots finds, as a condition on `t`: for statements of other modules. */
import type { RawBuilder } from 'kysely'
import type { Matching } from '../../platform/contract/list'
import type { Db } from '../../platform/db/database'
import { conditions } from '../../platform/store/store-predicate'
import { slotsStore } from './slots.store'

/** Of one tenant, or of all; without archived ones unless these are wanted too. */
export const slotsMatching = (
  db: Db,
  tenantId: string | null,
  filters: Readonly<Record<string, string | readonly string[] | null>>,
  now: number,
  withArchived = false,
): Promise<RawBuilder<boolean>> => {
  const set = Object.entries(filters).filter(([, value]) => value !== null && value.length > 0)
  const matching: Matching = {
    query: '',
    exactFields: set.map(([name]) => name),
    exactValues: set.map(([, value]) => (typeof value === 'string' ? value : [...(value ?? [])])),
  }
  return conditions(slotsStore, db, { tenantId }, { ...matching, show_all: withArchived }, now)
}

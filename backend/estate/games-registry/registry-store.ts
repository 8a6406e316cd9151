/** The common part of the stores of the games registry: a unique name, and slots that follow when it changes. */
import type { Faults } from '../../platform/contract/across'
import { fold } from '../../platform/contract/fold'
import type { Contract } from '../../platform/contract/contract'
import { Problem } from '../../platform/contract/problem'
import { sql } from 'kysely'
import type { Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { Store, StoreSpec, WriteContext } from '../../platform/store/store-spec'
import { renameInSlots } from '../slots/slot-names.service'

type EntrySpec<C extends Contract> = Omit<StoreSpec<C>, 'search'> & {
  /** In addition to name and note. */
  search?: StoreSpec<C>['search']
  /** Problems of its other fields, by field: reported together with a name that is taken. */
  faults?: (context: WriteContext<C>) => Promise<Faults>
}

/** Throws 422 `taken` for a name that differs from another one by case and diacritics only. */
export function registryStore<C extends Contract>(contract: C, spec: EntrySpec<C>): Store<C> {
  return defineStore(contract, {
    ...spec,
    search: stored => [stored.name as string, stored.note as string | null, ...(spec.search?.(stored) ?? [])],
    prepare: async (context: WriteContext<C>): Promise<Stored> => {
      const { db, id, before } = context
      const { name } = context.input as { name: string }
      const { rows } = await sql`select 1 as found from ${sql.table(spec.table)}
        where name_key = ${fold(name)} and id != ${id}`.execute(db)
      const fields: Faults = {
        ...(rows.length > 0 && { name: [{ code: 'taken' }] }),
        ...(await spec.faults?.(context)),
      }
      if (Object.keys(fields).length > 0) throw new Problem(422, 'invalid', { fields })
      if (before && before.name !== name)
        await renameInSlots(db, spec.table, id, { from: String(before.name), to: name })
      return { name_key: fold(name), ...(await spec.prepare?.(context)) }
    },
  } as StoreSpec<C>)
}

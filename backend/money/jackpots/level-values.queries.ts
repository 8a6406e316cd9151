/** Reads what the levels of several jackpots are worth, as the list of levels says it. */
import { sql } from 'kysely'
import type { RowOf } from '../../platform/contract/contract'
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import { capOf, sumsOf } from './jackpot-levels.store'
import type { jackpotsContract } from './jackpots.contract'
import { valueOf } from './level-value'

type Contract = typeof jackpotsContract
type Row = RowOf<Contract>

/**
 * A list and a file of jackpots with their levels' values: they change by themselves, so no record of a change holds
 * them.
 */
export const withLevelValues = (store: Store<Contract>): Store<Contract> => ({
  ...store,
  list: async (db, scope, request, now) => {
    const answer = await store.list(db, scope, request, now)
    const isWanted = request.fields?.includes('levels') ?? true
    return isWanted ? { ...answer, rows: await addLevels(db, answer.rows) } : answer
  },
  present: async (db, scope, ids, now) => addLevels(db, await store.present(db, scope, ids, now)),
})

/** Ids that one statement takes. */
const CHUNK = 1_000

async function addLevels(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const levels = new Map<string, NonNullable<Row['levels']>>(rows.map(row => [row._id, []]))
  for (let from = 0; from < rows.length; from += CHUNK) {
    const found = await db
      .selectFrom('jackpot_levels as l')
      .select(['l.id', 'l.jackpot_id', 'l.name', 'l.state', 'l.currency'])
      .select(['l.start_minor', 'l.taken', 'l.hidden_taken', 'l.limit_minor', 'l.won_minor'])
      .select([
        sql<number>`(select sum(s.visible) from jackpot_shares s where s.level_id = l.id)`.as('visible_sum'),
        sql<number>`(select sum(s.hidden) from jackpot_shares s where s.level_id = l.id)`.as('hidden_sum'),
      ])
      .where(
        'l.jackpot_id',
        'in',
        rows.slice(from, from + CHUNK).map(row => row._id),
      )
      .where('l.archived_at', 'is', null)
      .orderBy('l.position')
      .orderBy('l.id')
      .execute()
    for (const { id, jackpot_id, name, currency, ...level } of found) {
      const minor = valueOf(sumsOf(level), capOf(level)).value
      levels
        .get(jackpot_id)
        ?.push({ _id: id, name, value: { minor, currency: currency as Money['currency'] } })
    }
  }
  return rows.map(row => ({ ...row, levels: levels.get(row._id) ?? [] }))
}

/**
 * Work that is due for some tenants goes from one to the next: one statement says who has any, and all that follows is
 * about one tenant (docs/decisions/cluster.md).
 */
import type { RawBuilder } from 'kysely'
import { groupBy } from '../contract/group-by'
import type { Db } from '../db/database'
import type { Deps } from '../deps'

/** The tally where it says what is due at once, such as for which slots. */
export async function dueByTenant<Row extends { tenant_id: string }>(
  db: Db,
  due: RawBuilder<Row>,
): Promise<Map<string, Row[]>> {
  return groupBy((await due.execute(db)).rows, ({ tenant_id }) => tenant_id)
}

/** The tally: tenants with something due. Where a turn has no room for all, those that come first are served. */
export const tenantsWith = async (db: Db, due: RawBuilder<{ tenant_id: string }>): Promise<string[]> => [
  ...(await dueByTenant(db, due)).keys(),
]

/**
 * By chance: where a turn has no room for all, and some stay due whatever is done, it is not always the same that wait.
 */
export const byChance = <T>(all: readonly T[]): T[] =>
  all
    .map(one => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

interface TenantWork {
  /** Pieces in one turn, of all tenants together; left out, each tenant has all that it finds. */
  most?: number
  /** For the log, where the work of one tenant fails: that of the others goes on. */
  failed: string
  /** Before each tenant: true ends the turn. */
  isOver?: () => boolean | Promise<boolean>
  /** Does at most so many pieces, and answers how many it did. */
  work: (tenantId: string, most: number) => Promise<number>
}

/**
 * Not in a transaction: one is the work's own. Each tenant has an equal share, and what some leave of theirs goes to
 * those that have more, so a tenant with much work takes all the room only while no other needs any. Answers how many
 * pieces were done.
 */
export async function tenantByTenant(
  { log }: Pick<Deps, 'log'>,
  tenants: readonly string[],
  { most = Infinity, failed, isOver = () => false, work }: TenantWork,
): Promise<number> {
  let done = 0
  for (let round = tenants; round.length > 0 && done < most;) {
    const share = Math.max(1, Math.floor((most - done) / round.length))
    const withMore: string[] = []
    for (const tenant of round) {
      if (done >= most || (await isOver())) return done
      try {
        const pieces = await work(tenant, Math.min(share, most - done))
        done += pieces
        if (pieces >= share) withMore.push(tenant)
      } catch (err) {
        log.warn({ err, tenant_id: tenant }, failed)
      }
    }
    round = withMore
  }
  return done
}

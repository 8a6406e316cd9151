import { sql } from 'kysely'
import type { Gauge } from '../../platform/metrics/gauge'

export const dayGauges: readonly Gauge[] = [
  {
    name: 'backoffice_day_refreshes_waiting',
    help: 'Days of locations that late readings changed and that are to be worked out anew',
    async read({ db }) {
      const { count } = await db
        .selectFrom('days_to_refresh')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { '': Number(count) }
    },
  },
  {
    name: 'backoffice_seals_due',
    help: 'Days of locations that are closed and wait to be sealed',
    async read({ db }) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select distinct location_id, day from location_days where state = 'closed') as days`.execute(db)
      return { '': Number(rows[0]?.count ?? 0) }
    },
  },
]

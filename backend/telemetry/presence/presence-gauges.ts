import { sql } from 'kysely'
import { presence } from '../../platform/contract/presence'
import type { Gauge } from '../../platform/metrics/gauge'
import { isIn, seenColumnsOf } from '../../platform/store/presence-limits'

export const presenceGauges: readonly Gauge[] = [
  {
    name: 'backoffice_smibs',
    help: 'SMIBs in use by their online state',
    label: 'state',
    async read({ db, clock }) {
      const now = clock()
      const columns = presence.options.map(
        state =>
          sql`count(case when ${isIn(state, seenColumnsOf('smibs'), now)} then 1 end) as ${sql.ref(state)}`,
      )
      const { rows } = await sql<Record<string, number>>`
        select ${sql.join(columns)} from smibs t where t.archived_at is null`.execute(db)
      return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([state, count]) => [state, Number(count)]))
    },
  },
]

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
    name: 'backoffice_days',
    help: 'Days of locations that are over, by state: closed ones wait to be sealed',
    label: 'state',
    async read({ db, clock }) {
      const rows = await db
        .selectFrom('location_days')
        .select(['state', eb => eb.fn.countAll<number>().as('count')])
        .where('ends_at', '<=', clock())
        .groupBy('state')
        .execute()
      return Object.fromEntries(rows.map(one => [one.state, Number(one.count)]))
    },
  },
]

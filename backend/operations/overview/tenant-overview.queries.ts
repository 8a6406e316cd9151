/** One tenant, as a shift sees the whole network: the same questions, narrowed to it. */
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { TenantOverview } from './overview.contract'
import { takingsOf } from './takings.queries'
import { readTogether } from '../../platform/db/read-together'
import { countsSince, type Reading } from './troubles.queries'
import { worstFirst } from './worst-first.queries'

/** Throws 404 for a tenant that is none of the reader's. */
export async function tenantOverviewOf(reading: Reading, id: string): Promise<TenantOverview> {
  const { db, scope, actor, now } = reading
  const tenant = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', id)
    .$if(scope.tenantId !== null, query => query.where('id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!tenant) throw new Problem(404, 'not_found', { message: 'No such tenant' })
  const own: Reading = { ...reading, scope: { ...scope, tenantId: id } }
  const withFigures = allows(actor.permissions, 'slot::get')
  const worst = worstFirst(own, withFigures)
  const [[read], places, { slots }] = await Promise.all([
    readTogether(db, [worst.query]),
    db
      .selectFrom('locations')
      .select(['id', 'time_zone', 'gaming_day_start'])
      .where('tenant_id', '=', id)
      .where('archived_at', 'is', null)
      .execute(),
    db
      .selectFrom('slots')
      .select(row => row.fn.countAll<number>().as('slots'))
      .where('tenant_id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  const [rows, taken] = await Promise.all([
    worst.locations(read),
    withFigures && places.length > 0 ? takingsOf(db, places, now) : null,
  ])
  return {
    as_of: now,
    slots: { total: Number(slots), ...countsSince(worst.troubles(read)) },
    takings: withFigures ? summed([...(taken?.values() ?? [])].flat()) : null,
    locations: { rows, total: places.length },
  }
}

type Takings = NonNullable<TenantOverview['takings']>

/** Sums by currency. The usual takings are known where they are known of any location. */
function summed(all: Takings): Takings {
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort()
  return currencies.map(currency => {
    const own = all.filter(one => one.currency === currency)
    const usual = own.flatMap(one => one.usual ?? [])
    return {
      currency,
      today: own.reduce((sum, one) => sum + one.today, 0),
      usual: usual.length > 0 ? usual.reduce((sum, one) => sum + one, 0) : null,
    }
  })
}

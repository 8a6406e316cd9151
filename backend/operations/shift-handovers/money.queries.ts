/** The money that a location's shift moved, by kind and currency. */
import { DAY_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import { sql, type RawBuilder } from 'kysely'
import type { PermissionRule } from '../../platform/contract/permissions'
import type { Money } from '../../platform/contract/primitives'
import { collectorCheckpointsContract } from '../../accounting/collections/collector-checkpoints.contract'
import { jackpotWinsContract } from '../../money/jackpots/jackpots.contract'
import { paymentTransactionsContract } from '../../money/payments/payment-transactions.contract'
import {
  amountsOf,
  HANDPAY_RESET,
  handpayCodes,
  type MoneyEvent,
} from '../../telemetry/readings/event-money.service'
import { currenciesOf } from '../../telemetry/readings/event-currency.service'
import type { MoneyKind, MoneyLine } from './shift-handovers.contract'
import { within, type Shift } from './shift'

type Line = Omit<MoneyLine, 'kind'>

/** A call for an attendant that is older says no amount of a handpay in this shift. */
const CALL_WITHIN_MS = 7 * DAY_MS

export const moneyLines: Readonly<
  Record<MoneyKind, { rule: PermissionRule; read: (shift: Shift) => Promise<Line> }>
> = {
  collections: {
    rule: collectorCheckpointsContract.permissions.list,
    read: shift =>
      summed(
        shift,
        sql`t.counted_minor`,
        sql`from collector_checkpoints t where ${within(shift, 'collected_at')}`,
      ),
  },
  payments_in: {
    rule: paymentTransactionsContract.permissions.list,
    read: shift => payments(shift, 'cash_in'),
  },
  payments_out: {
    rule: paymentTransactionsContract.permissions.list,
    read: shift => payments(shift, 'cash_out'),
  },
  handpays: { rule: 'slot::get', read: paidByHand },
  jackpots_won: {
    rule: jackpotWinsContract.permissions.list,
    read: shift => wins(shift, 'won_at'),
  },
  jackpots_paid: {
    rule: jackpotWinsContract.permissions.list,
    read: shift => wins(shift, 'paid_at'),
  },
}

const payments = (shift: Shift, direction: 'cash_in' | 'cash_out') =>
  summed(
    shift,
    sql`t.amount_minor`,
    sql`from payment_transactions t where ${within(shift, 'settled_at')} and t.direction = ${direction} and t.state = 'completed'`,
  )

const wins = (shift: Shift, column: 'won_at' | 'paid_at') =>
  summed(
    shift,
    sql`t.amount_minor`,
    sql`from jackpot_wins t where ${within(shift, column)} and t.state not in ('withdrawn', 'hit_pending')`,
  )

async function summed({ db }: Shift, amount: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<Line> {
  const { rows: found } = await sql<{ currency: string; n: number; minor: number }>`
    select t.currency, count(*) as n, sum(${amount}) as minor ${rows} group by t.currency order by t.currency`.execute(
    db,
  )
  return {
    count: found.reduce((sum, { n }) => sum + Number(n), 0),
    without_amount: 0,
    sums: found.map(({ currency, minor }) => money(Number(minor), currency)),
  }
}

/** The resets of handpays in the shift; the amount of one without an amount is its call's. */
async function paidByHand({ db, location, from, to }: Shift): Promise<Line> {
  const { rows } = await sql<MoneyEvent & { slot_id: string }>`
    select e.id, e.slot_id, e.code, e.server_time as "at", e.server_nano as "nano", e.data
    from slots s join events e on e.slot_id = s.id and e.code in ('51', '52')
      and e.server_time >= ${from - CALL_WITHIN_MS} and e.server_time < ${to}
    where e.location_id = ${location.id} and e.code in (${sql.join([...handpayCodes])})
      and s.id in (select h.slot_id from slot_history h where h.location_id = ${location.id})`.execute(db)
  const bySlot = groupBy(rows, ({ slot_id }) => slot_id)
  const currencyAt = await currenciesOf(db, [...bySlot.keys()])
  const sums = new Map<string, number>()
  let [count, without] = [0, 0]
  for (const [slot, events] of bySlot) {
    const amounts = amountsOf(
      events.map(event => ({ ...event, at: Number(event.at), nano: Number(event.nano) })),
    )
    for (const { id, code, at, nano } of events) {
      if (code !== HANDPAY_RESET || Number(at) < from) continue
      const minor = amounts.get(id)?.minor ?? null
      // What the slot counted in then.
      const currency = currencyAt(slot, Number(at), Number(nano))
      count += 1
      if (minor === null || !currency) without += 1
      else sums.set(currency, (sums.get(currency) ?? 0) + minor)
    }
  }
  return {
    count,
    without_amount: without,
    sums: [...sums].sort().map(([currency, minor]) => money(minor, currency)),
  }
}

const money = (minor: number, currency: string): Money => ({ minor, currency: currency as Money['currency'] })

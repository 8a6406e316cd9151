/** What working sums out anew has found. */
import { reaggregation, type DiffRow } from '../../../backend/accounting/reaggregation/reaggregation.contract'
import { useShell } from '../../console/shell-context'
import type { Task } from './task'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { moneyColumn } from '../../i18n/money-column'
import { RecordLink } from '../../engine/components/record-link'

const facts = ['slots', 'hours', 'days', 'changed_hours', 'changed_days', 'kept_days'] as const

export function Reaggregated({ task }: { task: Task }) {
  const { t, format } = useShell()
  const found = task.kind === 'reaggregate' ? reaggregation.safeParse(task.result).data : undefined
  if (!found) return null
  return (
    <Section title={t('reaggregate:result')}>
      <Facts
        items={facts.map(key => ({
          key,
          label: t(`reaggregate:facts.${key}`),
          value: format.number(found[key]),
        }))}
      />
      {found.changed_hours + found.changed_days + found.kept_days === 0 ? (
        <p>{t('reaggregate:same')}</p>
      ) : null}
      <Differences
        of="diffs"
        rows={found.diffs.map(one => ({ ...one, at: format.gamingDay(one.day) }))}
        all={found.changed_days + found.kept_days}
      />
      <Differences
        of="hour_diffs"
        rows={found.hour_diffs.map(one => ({ ...one, at: format.dateTime(one.hour) }))}
        all={found.differing_hours}
      />
    </Section>
  )
}

interface Differing extends Omit<DiffRow, 'day'> {
  /** The day or the hour, as it is written. */
  at: string
}

function Differences({
  of,
  rows,
  all,
}: {
  of: 'diffs' | 'hour_diffs'
  rows: readonly Differing[]
  all: number
}) {
  const { t, format } = useShell()
  if (rows.length === 0) return null
  const money = moneyColumn(
    format,
    rows.map(({ currency }) => currency),
  )
  return (
    <>
      {rows.length < all ? <p>{t('reaggregate:first', { count: rows.length })}</p> : null}
      <DataTable
        caption={t(`reaggregate:${of}`)}
        columns={[
          { key: 'slot', label: t('reaggregate:columns.slot') },
          { key: 'at', label: t(`reaggregate:columns.${of === 'diffs' ? 'day' : 'hour'}`) },
          { key: 'state', label: t('reaggregate:columns.state') },
          { key: 'before', label: money.head(t('reaggregate:columns.before')), numeric: true, rank: 2 },
          { key: 'after', label: money.head(t('reaggregate:columns.after')), numeric: true, rank: 3 },
        ]}
        rows={rows.map((one, nr) => ({
          key: String(nr),
          cells: [
            <RecordLink key="slot" to="slots" id={one.slot}>
              {one.serial}
            </RecordLink>,
            one.at,
            <Status key="state" mark={one.state === 'changed' ? 'info' : 'warn'}>
              {t(`reaggregate:state.${one.state}`)}
            </Status>,
            money.cell(one.before, one.currency),
            money.cell(one.after, one.currency),
          ],
        }))}
      />
    </>
  )
}

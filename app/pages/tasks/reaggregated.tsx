/** What working sums out anew has found. */
import { reaggregation } from '../../../backend/reaggregation/reaggregation.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../resources/names'
import type { Task } from '../../resources/tasks/task'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'

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
      {found.diffs.length > 0 ? (
        <>
          {found.diffs.length < found.changed_days + found.kept_days ? (
            <p>{t('reaggregate:first', { count: found.diffs.length })}</p>
          ) : null}
          <DataTable
            caption={t('reaggregate:diffs')}
            columns={[
              { key: 'slot', label: t('reaggregate:columns.slot') },
              { key: 'day', label: t('reaggregate:columns.day') },
              { key: 'state', label: t('reaggregate:columns.state') },
              { key: 'before', label: t('reaggregate:columns.before'), numeric: true, rank: 2 },
              { key: 'after', label: t('reaggregate:columns.after'), numeric: true, rank: 3 },
            ]}
            rows={found.diffs.map((one, at) => ({
              key: String(at),
              cells: [
                <a key="slot" className="link" href={`${resourcePaths.slots}/${one.slot}`}>
                  {one.serial}
                </a>,
                format.gamingDay(one.day),
                <Status key="state" mark={one.state === 'changed' ? 'info' : 'warn'}>
                  {t(`reaggregate:state.${one.state}`)}
                </Status>,
                format.money({ minor: one.before, currency: one.currency }),
                format.money({ minor: one.after, currency: one.currency }),
              ],
            }))}
          />
        </>
      ) : null}
    </Section>
  )
}

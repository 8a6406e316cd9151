/** The paper that goes into the bag: what was counted, what the meters say, and room for two signatures. */
import type { z } from 'zod'
import { collectorCheckpointsContract } from '../../../backend/accounting/collections/collector-checkpoints.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { moneyColumn } from '../../i18n/money-column'

type Collection = z.output<typeof collectorCheckpointsContract.row>
const marks = { matches: 'good', short: 'bad', over: 'warn', unknown: 'muted' } as const

export const loader = guarded(collectorCheckpointsContract.permissions.read, async ({ api, params, t }) => {
  const id = idOf(params)
  const row = (await api(collectorCheckpointsContract).get(id)) as Collection
  return {
    title: t('collector-checkpoints:slip.title', { number: row.number }),
    crumbs: { [id]: row.number, slip: t('collector-checkpoints:slip.name') },
    row,
  }
})

export default function CollectionSlip() {
  const { title, row } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const named = (name: string) => t(`collector-checkpoints:fields.${name}`)
  const fact = (key: string, value: string | null) => ({ key, label: named(key), value: value ?? '–' })
  const { currency } = row.actual
  const money = moneyColumn(format, [currency])
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={marks[row.state]}>{t(`collector-checkpoints:state.${row.state}`)}</Status>}
        commands={
          <LinkButton href={`${resourcePaths['collector-checkpoints']}/${row._id}`}>
            {t('collector-checkpoints:slip.back')}
          </LinkButton>
        }
      />
      <p className="no-print mb-2">{t('collector-checkpoints:slip.hint')}</p>
      <div className="slip">
        <Facts
          items={[
            fact('tenant', row.tenant.name),
            fact('location', row.location.name),
            fact('slot', row.slot.name),
            fact('timestamp', format.dateTime(row.timestamp)),
            fact('collected_by', row.collected_by),
            fact('bag', row.bag),
          ]}
        />
        <DataTable
          caption={named('counted')}
          columns={[
            { key: 'note', label: money.head(t('collector-checkpoints:slip.note')), numeric: true },
            { key: 'count', label: t('collector-checkpoints:slip.count'), numeric: true, rank: 2 },
            {
              key: 'amount',
              label: money.head(t('collector-checkpoints:slip.amount')),
              numeric: true,
              rank: 3,
            },
          ]}
          rows={[
            ...row.counted.map(({ minor, count }) => ({
              key: String(minor),
              cells: [money.cell(minor, currency), format.number(count), money.cell(minor * count, currency)],
            })),
            {
              key: 'actual',
              cells: [
                named('actual'),
                format.number(row.counted.reduce((sum, { count }) => sum + count, 0)),
                money.cell(row.actual.minor, row.actual.currency),
              ],
            },
          ]}
        />
        <Facts
          items={[
            fact('opening', row.opening && format.money(row.opening)),
            fact('closing', row.closing && format.money(row.closing)),
            fact('closing_at', row.closing_at === null ? null : format.dateTime(row.closing_at)),
            fact('closing_age', row.closing_age === null ? null : format.duration(row.closing_age)),
            fact('expected', row.expected && format.money(row.expected)),
            fact('difference', row.difference && format.money(row.difference)),
            fact('reason', row.reason),
            fact('notes', row.notes),
          ]}
        />
        <dl className="signatures">
          {['collector', 'witness'].map(who => (
            <div key={who}>
              <dt>{t(`collector-checkpoints:slip.${who}`)}</dt>
              <dd>{t('collector-checkpoints:slip.signature')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

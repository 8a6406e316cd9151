/** What a shift moved, what happened, and what is open: the same on the page that is signed and on paper. */
import type { ReactNode } from 'react'
import type {
  HandoverRow,
  HandoverSheet,
  OpenRecord,
} from '../../../backend/operations/shift-handovers/shift-handovers.contract'
import { useShell } from '../../console/shell-context'
import { pathOf, type ResourceName } from '../../addresses/names'
import { formatter } from '../../i18n/format'
import { moneyColumn } from '../../i18n/money-column'
import { Facts, type Fact } from '../../ui/facts'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'

/** By list, the texts that name what a record of it says in one word. */
const words: Readonly<Record<string, string>> = {
  handpays: 'handpays:kind',
  'jackpot-history': 'jackpot-history:state',
  slots: 'slots:lock_state',
  anomalies: 'anomalies:rule',
  'collector-checkpoints': 'collector-checkpoints:state',
  approvals: 'approvals:kind',
  'work-orders': 'work-orders:state',
}

/** On the page of its record, where it stands whole; who takes over reads first what was left for them. */
export function SheetOf({ row }: { row: HandoverRow }) {
  const { t } = useShell()
  const head = useHead(row)
  const left = row.state === 'waiting' ? (['handed_over_by', 'remarks'] as const) : []
  return (
    <>
      <Facts
        items={[
          ...head,
          ...left.flatMap(key =>
            row[key] === null ? [] : [{ key, label: t(`shift-handovers:fields.${key}`), value: row[key] }],
          ),
        ]}
      />
      <SheetParts sheet={row.sheet} zone={row.time_zone} />
    </>
  )
}

/** Where, from when to when, and what was taken: what one looks for first. */
export function useHead({
  location,
  from,
  to,
  time_zone: zone,
  sheet,
}: Pick<HandoverRow, 'location' | 'from' | 'to' | 'time_zone' | 'sheet'>): Fact[] {
  const { t, locale } = useShell()
  const clock = formatter(locale, zone)
  const fact = (key: string, value: ReactNode): Fact => ({
    key,
    label: t(`shift-handovers:fields.${key}`),
    value,
  })
  const takings = sheet?.takings
  const amount = takings?.sums.map(clock.money).join(' · ') || t('shift-handovers:no_takings')
  return [
    fact('location', <strong>{location.name}</strong>),
    fact('from', clock.dateTime(from)),
    fact('to', `${clock.dateTime(to)} (${zone})`),
    ...(takings
      ? [
          fact(
            'takings',
            <strong>
              {takings.since < from && takings.sums.length > 0
                ? t('shift-handovers:takings_from', { amount, from: clock.time(takings.since) })
                : amount}
            </strong>,
          ),
        ]
      : []),
  ]
}

export function SheetParts({ sheet, zone }: { sheet: HandoverSheet | undefined; zone: string }) {
  const { t } = useShell()
  if (!sheet) return null
  return (
    <>
      <Money lines={sheet.money} />
      <Section title={t('shift-handovers:parts.events')}>
        <DataTable
          caption={t('shift-handovers:parts.events')}
          columns={[
            { key: 'kind', label: t('shift-handovers:columns.event') },
            { key: 'count', label: t('shift-handovers:columns.count'), numeric: true, rank: 2 },
          ]}
          rows={sheet.events.map(({ kind, count }) => ({
            key: kind,
            cells: [t(`shift-handovers:kinds.${kind}`), count],
          }))}
        />
      </Section>
      <Open lines={sheet.open} zone={zone} />
      {sheet.left_out.length > 0 ? (
        <p className="prose-width mb-2">
          {t('shift-handovers:left_out', {
            kinds: sheet.left_out.map(kind => t(`shift-handovers:kinds.${kind}`)).join(', '),
          })}
        </p>
      ) : null}
    </>
  )
}

function Money({ lines }: { lines: HandoverSheet['money'] }) {
  const { t, format } = useShell()
  const money = moneyColumn(
    format,
    lines.flatMap(({ sums }) => sums.map(({ currency }) => currency)),
  )
  const title = t('shift-handovers:parts.money')
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        columns={[
          { key: 'kind', label: t('shift-handovers:columns.money'), wraps: true },
          { key: 'count', label: t('shift-handovers:columns.count'), numeric: true, rank: 3 },
          { key: 'sum', label: money.head(t('shift-handovers:columns.sum')), numeric: true, rank: 2 },
        ]}
        rows={lines.flatMap(({ kind, count, without_amount, sums }) => {
          const name = t(`shift-handovers:kinds.${kind}`)
          const label =
            without_amount > 0
              ? `${name} (${t('shift-handovers:without_amount', { count: without_amount })})`
              : name
          if (sums.length === 0) return [{ key: kind, cells: [label, format.number(count), '–'] }]
          return sums.map(({ minor, currency }, at) => ({
            key: `${kind} ${currency}`,
            cells: [
              at === 0 ? label : name,
              at === 0 ? format.number(count) : '',
              money.cell(minor, currency),
            ],
          }))
        })}
      />
    </Section>
  )
}

function Open({ lines, zone }: { lines: HandoverSheet['open']; zone: string }) {
  const { t, format } = useShell()
  const title = t('shift-handovers:parts.open')
  const open = lines.filter(({ count }) => count > 0)
  const closed = lines.filter(({ count }) => count === 0)
  return (
    <Section title={title}>
      {open.map(({ kind, count, records }) => {
        const name = `${t(`shift-handovers:kinds.${kind}`)}: ${format.number(count)}`
        return (
          <div key={kind} className="mb-2">
            <h3>{name}</h3>
            <OpenRecords caption={name} records={records} zone={zone} />
            {count > records.length ? (
              <p>{t('shift-handovers:more', { count: count - records.length })}</p>
            ) : null}
          </div>
        )
      })}
      {closed.length > 0 ? (
        <p className="prose-width">
          {t('shift-handovers:none_open', {
            kinds: closed.map(({ kind }) => t(`shift-handovers:kinds.${kind}`)).join(', '),
          })}
        </p>
      ) : null}
    </Section>
  )
}

function OpenRecords({
  caption,
  records,
  zone,
}: {
  caption: string
  records: readonly OpenRecord[]
  zone: string
}) {
  const { t, locale, format } = useShell()
  const clock = formatter(locale, zone)
  const money = moneyColumn(
    format,
    records.map(({ amount }) => amount?.currency),
  )
  const has = (field: 'position' | 'since' | 'amount') => records.some(record => record[field] !== null)
  const hasWords = records.some(({ word, text }) => word !== null || text !== null)
  const columns = [
    { key: 'name', label: t('shift-handovers:columns.name'), mono: true, shown: true },
    { key: 'position', label: t('slots:fields.position'), rank: 3 as const, shown: has('position') },
    { key: 'what', label: t('shift-handovers:columns.what'), wraps: true, rank: 3 as const, shown: hasWords },
    { key: 'since', label: t('shift-handovers:columns.since'), rank: 2 as const, shown: has('since') },
    {
      key: 'amount',
      label: money.head(t('shift-handovers:columns.sum')),
      numeric: true,
      rank: 2 as const,
      shown: has('amount'),
    },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns.filter(({ shown }) => shown)}
      rows={records.map(record => ({
        key: record._id,
        cells: [
          <Named key="name" record={record} />,
          record.position ?? '–',
          record.text?.[locale] ?? (record.word === null ? '–' : wordOf(record, t)),
          record.since === null ? '–' : clock.dateTime(record.since),
          record.amount ? money.cell(record.amount.minor, record.amount.currency) : '–',
        ].filter((_, at) => columns[at]?.shown),
      }))}
    />
  )
}

const wordOf = ({ list, word }: OpenRecord, t: ReturnType<typeof useShell>['t']): string =>
  words[list] ? t(`${words[list]}.${word}`) : (word ?? '')

/** An alarm has no page of its own. */
function Named({ record: { list, _id, name } }: { record: OpenRecord }) {
  const path = list === 'alarms' ? '' : pathOf(list as ResourceName)
  return path ? (
    <a className="link" href={`${path}/${_id}`}>
      {name}
    </a>
  ) : (
    name
  )
}

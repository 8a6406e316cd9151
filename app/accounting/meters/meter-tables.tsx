import type { MeterKind, SlotMeters } from '../../../backend/accounting/meters/meters.contract'
import { OnPhone } from '../../ui/on-phone'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'

/** Counter by counter: what each side moved since both were first compared. */
export function MeterTable({ meters, off }: { meters: SlotMeters; off: readonly MeterKind[] }) {
  const { t, format } = useShell()
  const amount = (minor: number | null) => (minor === null ? '–' : format.amount(minor))
  const number = (value: number | null) => (value === null ? '–' : format.number(value))
  const unit = (key: string) => `${t(`meters:columns.${key}`)} (${meters.currency})`
  return (
    <DataTable
      caption={t('meters:comparison')}
      columns={[
        { key: 'kind', label: t('meters:columns.kind') },
        { key: 'index', label: t('meters:columns.index'), numeric: true },
        { key: 'factor', label: t('meters:columns.factor'), numeric: true },
        { key: 'mechanical', label: unit('mechanical'), numeric: true, rank: 2 },
        { key: 'electronic', label: unit('electronic'), numeric: true },
        { key: 'difference', label: unit('difference'), numeric: true, rank: 3 },
        { key: 'sas', label: t('meters:columns.sas'), numeric: true },
        { key: 'sas_money', label: unit('sas_money'), numeric: true },
      ]}
      rows={meters.meters.map(one => ({
        key: one.kind,
        cells: [
          t(`meters:kinds.${one.kind}`),
          number(one.index),
          number(one.factor),
          <>
            <OnPhone>{unit('mechanical')}</OnPhone>
            {amount(one.mechanical_minor)}
          </>,
          amount(one.electronic_minor),
          <>
            <OnPhone>{unit('difference')}</OnPhone>
            {off.includes(one.kind) ? (
              <Status mark="bad">{amount(one.difference_minor)}</Status>
            ) : (
              amount(one.difference_minor)
            )}
          </>,
          number(one.sas_credits),
          amount(one.sas_minor),
        ],
      }))}
    />
  )
}

/** Every reading, newest first: who, when, why. */
export function ReadingTable({ meters }: { meters: SlotMeters }) {
  const { t, locale } = useShell()
  const format = formatter(locale, meters.time_zone)
  const number = (value: number | null) => (value === null ? '–' : format.number(value))
  return (
    <DataTable
      caption={t('meters:readings')}
      columns={[
        { key: 'read_at', label: t('meters:columns.read_at') },
        ...(['in', 'out', 'jackpot'] as const).map((kind, at) => ({
          key: kind,
          label: t(`meters:kinds.${kind}`),
          numeric: true,
          ...(at < 2 && { rank: (at + 2) as 2 | 3 }),
        })),
        { key: 'by', label: t('meters:columns.by') },
        { key: 'note', label: t('meters:columns.note') },
      ]}
      rows={meters.readings.map(one => ({
        key: one._id,
        cells: [
          <Time
            key="at"
            at={one.read_at}
            text={format.dateTime(one.read_at)}
            exact={format.exact(one.read_at)}
          />,
          <>
            <OnPhone>{t('meters:kinds.in')}</OnPhone>
            {number(one.in)}
          </>,
          <>
            <OnPhone>{t('meters:kinds.out')}</OnPhone>
            {number(one.out)}
          </>,
          number(one.jackpot),
          one.entered_by,
          [one.baseline ? t('meters:baseline') : null, one.reason].filter(Boolean).join(' · '),
        ],
      }))}
    />
  )
}

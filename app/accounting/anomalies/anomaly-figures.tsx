/** What leads the page of an anomaly: how bad it was, against which limit, and the way to what tells of it. */
import type { z } from 'zod'
import type { anomaliesContract } from '../../../backend/accounting/anomalies/anomalies.contract'
import { useShell } from '../../console/shell-context'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import type { Format } from '../../i18n/format'
import { Tile, Tiles } from '../../ui/tiles'

export type Anomaly = z.output<typeof anomaliesContract.row>

/** Events just before and after say what it was. */
const AROUND_MS = 10 * 60_000

/** `value` or `threshold`, in its unit. */
function amountOf({ unit, currency }: Anomaly, amount: number, format: Format): string {
  switch (unit) {
    case 'minor':
      return format.money({ minor: amount, currency: currency as 'RON' })
    case 'bp':
      return format.percent(amount)
    case 'min':
      return format.duration(amount * 60_000)
    case 's':
      return format.duration(amount * 1_000)
    default:
      return format.number(amount)
  }
}

/** The same in a list's column: with the same decimals and grouping in each row. */
export function amountInColumn(row: Anomaly, amount: number, format: Format): string {
  const { money, percent } = { money: format.moneyInColumn, percent: format.percentInColumn }
  return amountOf(row, amount, { ...format, money, percent })
}

/** In a file, whose columns `unit` and `currency` say of what: a percent for basis points, as everywhere. */
export const numberOf = (
  { unit }: Anomaly,
  amount: number,
  file: Pick<FileFormat, 'decimal' | 'number'>,
): FileCell => (unit === 'minor' || unit === 'bp' ? file.decimal(amount, 2) : file.number(amount))

export function AnomalyFigures({ row }: { row: Anomaly }) {
  const { t, format } = useShell()
  const named = (name: string) => t(`anomalies:fields.${name}`)
  const iso = (at: number) => encodeURIComponent(new Date(at).toISOString())
  return (
    <>
      <Tiles label={named('value')}>
        <Tile
          label={named('value')}
          value={amountOf(row, row.value, format)}
          {...(row.state !== 'cleared' && { mark: 'warn' as const })}
          note={t(`anomalies:about.${row.rule}`)}
        />
        <Tile label={named('threshold')} value={amountOf(row, row.threshold, format)} />
        <Tile label={named('count')} value={format.number(row.count)} />
      </Tiles>
      <p className="row-links">
        <a
          className="link"
          href={`/events/${row.slot._id}?type=slot&dateStart=${iso(row.first_at - AROUND_MS)}&dateEnd=${iso(row.last_at + AROUND_MS)}`}
        >
          {t('anomalies:see_events')}
        </a>
      </p>
    </>
  )
}

import { formatter } from '../../i18n/format'
import type { Field } from './field'

/** An instant where it happened: in the zone that the row's field `zone` names (ruling 28). */
export const placeTime = (zone: string): Field<number> => ({
  kind: 'place-time',
  reads: [zone],
  inFile: [zone],
  cell: (at, ctx, row) => {
    const format = formatter(ctx.locale, zoneOf(row, zone) ?? ctx.timeZone)
    return (
      <time dateTime={new Date(at).toISOString()} title={format.exact(at)}>
        {format.dateTime(at)}
      </time>
    )
  },
  csvValue: (at, ctx, row) => ctx.file.instant(at, zoneOf(row, zone)),
})

const zoneOf = (row: Readonly<Record<string, unknown>> | undefined, zone: string) =>
  typeof row?.[zone] === 'string' ? row[zone] : undefined

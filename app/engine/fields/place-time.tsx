import { formatter } from '../../i18n/format'
import { pathOf } from '../../addresses/names'
import type { Field } from './field'

/**
 * An instant where it happened: in the zone that the row's field `zone` names (ruling 28). `slot`: the row's field with
 * the slot that it happened on; it leads to the readings of that hour, of one game where the row is about a game.
 */
export const placeTime = (zone: string, slot?: string, game?: string): Field<number> => ({
  kind: 'place-time',
  reads: [zone, slot, game].filter(name => name !== undefined),
  inFile: [zone],
  cell: (at, ctx, row) => {
    const format = formatter(ctx.locale, zoneOf(row, zone) ?? ctx.timeZone)
    const time = (
      <time dateTime={new Date(at).toISOString()} title={format.exact(at)}>
        {format.dateTime(at)}
      </time>
    )
    const id = slot && ctx.opens?.('slots') && idOf(row?.[slot])
    const nr = game && row?.[game]
    const ofGame = typeof nr === 'number' && nr > 0 ? `?game=${nr}` : ''
    return id ? <a href={`${pathOf('slots')}/${id}/at/${Math.trunc(at)}${ofGame}`}>{time}</a> : time
  },
  csvValue: (at, ctx, row) => ctx.file.instant(at, zoneOf(row, zone)),
})

const idOf = (slot: unknown): string | undefined =>
  typeof slot === 'object' && slot !== null && '_id' in slot && typeof slot._id === 'string'
    ? slot._id
    : undefined

const zoneOf = (row: Readonly<Record<string, unknown>> | undefined, zone: string) =>
  typeof row?.[zone] === 'string' ? row[zone] : undefined

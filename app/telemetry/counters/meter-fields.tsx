/**
 * A meter's column: the value as it was read, and what it is worth under it, so that the digits of each stand under
 * each other. A file has the worth in a column of its own.
 */
import type { Money } from '../../../backend/platform/contract/primitives'
import { meterColumns, type MeterColumn } from '../../../backend/telemetry/streams/counter-streams.contract'
import { repairKinds } from '../../../backend/telemetry/streams/streams.contract'
import { choice } from '../../engine/fields'
import type { AnyField, Field, RenderContext } from '../../engine/fields/field'
import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { resourcePaths } from '../../addresses/names'

type Values = Readonly<Record<string, number | null | undefined>>
type Worths = Readonly<Record<string, Money | null | undefined>>
type Names<Suffix extends string> = { [Name in `${MeterColumn}${Suffix}`]: Field<never> }

export const meters = Object.keys(meterColumns) as MeterColumn[]
const isCount = (name: MeterColumn) => meterColumns[name] === 'count'

export function valueAndWorth(value: number, worth: Money | null | undefined, { format }: RenderContext) {
  const text = format.number(value)
  if (!worth) return text
  return (
    <>
      {text} <small className="block">{format.money(worth)}</small>
    </>
  )
}

const valueOf = (name: MeterColumn): Field<Values> => ({
  kind: 'meter',
  numeric: true,
  from: 'meters',
  reads: ['money'],
  ...(!isCount(name) && { inFile: [`${name}_money`] }),
  cell: (values, ctx, row) => {
    const value = values[name]
    return typeof value === 'number'
      ? valueAndWorth(value, (row?.money as Worths | undefined)?.[name], ctx)
      : '–'
  },
  csvValue: (values, ctx) => (typeof values[name] === 'number' ? ctx.file.number(values[name]) : ''),
})

/** An amount in the row's money, of a column of its own. */
const worthOf = (name: MeterColumn): Field<Worths> => ({
  kind: 'meter-money',
  numeric: true,
  from: 'money',
  cell: (worths, { format }) => {
    const worth = worths[name]
    return worth ? format.money(worth) : '–'
  },
  csvValue: (worths, ctx) => {
    const worth = worths[name]
    return worth ? ctx.file.decimal(worth.minor, 2) : ''
  },
  csvUnit: worths => worths[name]?.currency ?? '',
})

export const meterFields = Object.fromEntries(
  meters.flatMap((name): [string, AnyField][] => [
    [name, valueOf(name) as unknown as AnyField],
    ...(isCount(name)
      ? []
      : [[`${name}_money`, worthOf(name) as unknown as AnyField] satisfies [string, AnyField]]),
  ]),
) as unknown as Names<''> & Partial<Names<'_money'>>

/** Filters by one meter's SAS code; the named meters are offered. */
export const meterFilter = (): Field<string> => ({
  kind: 'meter-id',
  cell: code => code,
  csvValue: code => code,
  chip: code => code.toUpperCase(),
  filter: ({ id, name, typed, describedBy }) => (
    <input
      id={id}
      name={name}
      defaultValue={typed}
      aria-describedby={describedBy}
      className="input font-mono"
      pattern="[0-9A-Fa-f]{4}"
      maxLength={4}
      placeholder="0000"
    />
  ),
})

/** Gravest first; another verdict is shown with its own name. */
const verdicts: Readonly<Record<string, Mark>> = {
  jumped: 'bad',
  jump: 'bad',
  fell: 'bad',
  held: 'bad',
  reset: 'warn',
  cleared: 'warn',
  restarted: 'warn',
  straddle: 'info',
  repriced: 'warn',
  unproven: 'warn',
  silent: 'warn',
  rollover: 'info',
  broken: 'info',
  confirmed: 'info',
  stray: 'muted',
}

/** What was found at a reading's meters, each verdict with the meters that it was given. */
export function repairs(texts: string): Field<Readonly<Record<string, string>>> {
  const marksOf = (found: Readonly<Record<string, string>>, { t }: Pick<RenderContext, 't'>) => {
    const order = Object.keys(verdicts)
    const place = (verdict: string) => (order.includes(verdict) ? order.indexOf(verdict) : -1)
    const names = [...new Set(Object.values(found))].sort((a, b) => place(a) - place(b))
    return names.map(verdict => ({
      mark: verdicts[verdict] ?? 'warn',
      words: `${t([`${texts}:verdicts.${verdict}`, `${texts}:verdicts.other`], { verdict })}: ${Object.keys(
        found,
      )
        .filter(name => found[name] === verdict)
        .map(name => t(`${texts}:fields.${name}`))
        .join(', ')}`,
    }))
  }
  return {
    kind: 'repairs',
    cell: (found, ctx) => {
      const all = marksOf(found, ctx)
      const [first] = all
      return first ? (
        <span className={statusClass(first.mark)}>{all.map(({ words }) => words).join('; ')}</span>
      ) : (
        '–'
      )
    },
    csvValue: (found, ctx) =>
      marksOf(found, ctx)
        .map(({ words }) => words)
        .join('; '),
  }
}

/** Meters without a column: code and value. Nobody has to know a code for its value to be seen. */
export const otherMeters = (): Field<Readonly<Record<string, number>>> => ({
  kind: 'other-meters',
  mono: true,
  cell: (values, { format }) =>
    Object.entries(values)
      .map(([code, value]) => `${code} ${format.number(value)}`)
      .join(' · ') || '–',
  csvValue: values =>
    Object.entries(values)
      .map(([code, value]) => `${code}=${value}`)
      .join(' '),
})

/** As a reading may be held. */
type QuarantineState = 'open' | 'stray' | 'not_placed' | 'too_late'
const standing = choice<QuarantineState>({
  open: 'bad',
  stray: 'muted',
  not_placed: 'muted',
  too_late: 'muted',
})

/** What is held waits for a person: it leads to what is to be decided. */
export const held = (): Field<QuarantineState> => ({
  ...standing,
  cell: (value, ctx) =>
    value === 'open' ? (
      <a className="link" href={`${resourcePaths.repairs}?state=open&state=contested`}>
        {standing.cell(value, ctx)}
      </a>
    ) : (
      standing.cell(value, ctx)
    ),
})

/** How a meter of a reading was judged: in the words of its marks. */
export const mark = (): Field<(typeof repairKinds)[number]> => {
  const words = { ...choice(repairKinds), kind: 'mark' }
  const inWords = (ctx: RenderContext): RenderContext => ({ ...ctx, field: 'verdicts' })
  return {
    ...words,
    filter: (props, ctx) => words.filter?.(props, inWords(ctx)),
    offered: ctx => words.offered?.(inWords(ctx)) ?? [],
    chip: (value, ctx) => words.chip?.(value, inWords(ctx)) ?? value,
  }
}

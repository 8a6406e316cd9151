/** An event carries more than its code: why memory was cleared, by how much a clock is off. */
import { withMark } from '../messages/edited-mark'
import type { EventRow } from '../../../backend/telemetry/streams/streams.contract'
import type { Field, RenderContext } from '../../engine/fields/field'

type Data = NonNullable<EventRow['data']>
type Words = Pick<RenderContext, 't' | 'format'>

/** Members with a number, by the words that they have. */
const NUMBERS = {
  seconds: 'seconds',
  messages: 'messages',
  missing: 'missing',
  progressive_level: 'level',
} as const
/** What was paid by hand. */
const KINDS: ReadonlySet<unknown> = new Set(['cancelled_credits', 'jackpot', 'progressive'])
const MADE = { game_nr: 0, rule: 0, meters: 0, from: 0, to: 0 }

/** What this system has noticed itself: of which game and meters, and which message numbers. */
function noticed({ game_nr, rule, meters, from, to, missing }: Data, { t, format }: Words): string[] {
  // A gap names its two neighbours, which are there.
  const inside = typeof missing === 'number' ? 1 : 0
  return [
    ...(typeof game_nr === 'number' && game_nr > 0
      ? [t('events:data.game', { value: format.number(game_nr) })]
      : []),
    ...(typeof rule === 'string'
      ? [t([`counters:verdicts.${rule}`, 'counters:verdicts.other'], { verdict: rule })]
      : []),
    ...(typeof meters === 'string'
      ? [format.list(meters.split(', ').map(name => t(`counters:fields.${name}`, { defaultValue: name })))]
      : []),
    ...(typeof from === 'number' && typeof to === 'number'
      ? [rangeOf(from + inside, to - inside, { t, format })]
      : []),
  ]
}

const rangeOf = (from: number, to: number, { t, format }: Words): string =>
  from === to
    ? t('events:data.number', { value: format.number(from) })
    : t('events:data.range', { from: format.number(from), to: format.number(to) })

/** One that nobody here knows stands under the name that the SMIB gave. */
function member(name: string, value: unknown, { t, format }: Words): string {
  if (name === 'reason') return String(value)
  if (name === 'kind' && KINDS.has(value)) return t(`events:data.${String(value)}`)
  if (typeof value === 'number') {
    if (name === 'amount_minor') return t('events:data.amount', { value: format.amount(value) })
    if (name in NUMBERS) {
      const known = NUMBERS[name as keyof typeof NUMBERS]
      return t(`events:data.${known}`, { value: format.number(value) })
    }
  }
  return `${name}: ${String(value)}`
}

const inWords = (data: Data, words: Words): string =>
  [
    ...Object.entries(data)
      .filter(([name, value]) => value !== null && !(name in MADE))
      .map(([name, value]) => member(name, value, words)),
    ...noticed(data, words),
  ].join(' · ')

export const eventData = (): Field<Data> => ({
  kind: 'event-data',
  cell: (data, ctx) => <span className="block min-w-36 whitespace-normal">{inWords(data, ctx) || '–'}</span>,
  csvValue: inWords,
})

/** In a table below the event's name, where it takes no width; a file has it in a column of its own. */
export const withDetails = (name: Field<string>): Field<string> => ({
  ...name,
  reads: ['data', 'edit'],
  inFile: ['data', 'amount', 'edit'],
  cell: (code, ctx, row) => {
    const data = row?.data as Data | null | undefined
    const details = data ? inWords(data, ctx) : ''
    const shown = withMark(name.cell(code, ctx, row), row, ctx)
    if (!details) return shown
    return (
      <>
        {shown}
        <small className="block whitespace-normal">{details}</small>
      </>
    )
  },
})

import { gapsContract, type GapRow } from '../../../backend/telemetry/streams/records.contract'
import type { Reference } from '../../../backend/platform/contract/primitives'
import { choice, integer, placeTime } from '../../engine/fields'
import type { Field, RenderContext } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'

/** One number, or the first and the last of several. */
const span = (from: number, to: unknown, number: (value: number) => string) =>
  typeof to === 'number' && to !== from ? `${number(from)} – ${number(to)}` : number(from)

/** From the named field to the other one. */
const range = (from: keyof GapRow & string, to: keyof GapRow & string): Field<number> => ({
  kind: 'range',
  from,
  reads: [to],
  cell: (value, { format }, row) => span(value, row?.[to], format.number),
  csvValue: (value, _, row) => span(value, row[to], String),
})

/** Where somebody asks for what is missing: the SMIB's control, as long as the gap is open. */
const resend = (): Field<Reference> => {
  const isOpen = (row: Readonly<Record<string, unknown>> | undefined) => row?.state === 'open'
  return {
    kind: 'resend',
    from: 'smib',
    reads: ['state'],
    cell: (smib, { t }: RenderContext, row) =>
      isOpen(row) ? <a href={`/advanced/smib/control/${smib._id}`}>{t('gaps:ask_again')}</a> : '–',
    csvValue: (_, { t }, row) => (isOpen(row) ? t('gaps:ask_again') : ''),
  }
}

/** Which message numbers are missing, of which SMIB and when, and what filled them. */
export const gaps = defineStream('gaps', gapsContract, {
  period: 'this month',
  fields: {
    range: range('missing_from', 'missing_to'),
    missing: integer(),
    state: choice({ open: 'warn', filled: 'good' }),
    filled_at: placeTime('time_zone'),
    filled_by: range('filled_from', 'filled_to'),
    filled: integer(),
    resend: resend(),
  },
  columns: ['smib', 'location', 'slot', 'range', 'missing', 'state', 'filled_at', 'filled_by', 'resend'],
  more: ['filled', 'received_at'],
  summary: ['smib', 'range', 'state'],
  filters: ['state', 'tenant', 'location'],
  quiet: ['slot', 'smib'],
})

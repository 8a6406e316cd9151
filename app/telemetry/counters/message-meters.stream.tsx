import {
  messageMetersContract,
  type MeterEntry,
} from '../../../backend/telemetry/streams/counter-streams.contract'
import { date, integer, money } from '../../engine/fields'
import type { AnyField, Field } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'
import { meterFilter, valueAndWorth } from './meter-fields'

/** Codes that have a column, in their order; a reading's others stand together in the last one. */
const first = ['0000', '0001', '0005', '0024'] as const
const rest = [
  '0002',
  '000B',
  '0015',
  '0016',
  '0003',
  '0006',
  '0008',
  '0009',
  '000C',
  '0017',
  '0018',
  '003E',
  '003F',
  '0040',
  '0042',
  '0043',
  '0044',
  '0046',
  '0047',
  '0048',
  '004A',
] as const
type Code = (typeof first)[number] | (typeof rest)[number]
const codes: readonly string[] = [...first, ...rest]

type Entries = readonly MeterEntry[]
const find = (entries: unknown, code: string) =>
  (entries as Entries | undefined)?.find(({ id }) => id === code)

const meter = (code: string): Field<Entries> => ({
  kind: 'message-meter',
  numeric: true,
  from: 'meters_uint',
  reads: ['meters_float'],
  cell: (entries, ctx, row) => {
    const found = find(entries, code)
    const worth = find(row?.meters_float, code)
    if (!found) return '–'
    const { currency } = found.details
    return valueAndWorth(
      found.value,
      worth && currency ? { minor: Math.round(worth.value * 100), currency: currency as 'RON' } : undefined,
      ctx,
    )
  },
  csvValue: (entries, ctx) => {
    const found = find(entries, code)
    return found ? ctx.file.number(found.value) : ''
  },
})

const others = (): Field<Entries> => ({
  kind: 'other-meters',
  from: 'meters_uint',
  mono: true,
  cell: (entries, { format }) =>
    entries
      .filter(({ id }) => !codes.includes(id))
      .map(({ id, value }) => `${id} ${format.number(value)}`)
      .join(' · ') || '–',
  csvValue: entries =>
    entries
      .filter(({ id }) => !codes.includes(id))
      .map(({ id, value }) => `${id}=${value}`)
      .join(' '),
})

const fields = Object.fromEntries(
  codes.map((code): [string, AnyField] => [`m_${code}`, meter(code) as unknown as AnyField]),
) as unknown as Record<`m_${Code}`, Field<never>>
const columnOf = <One extends Code>(code: One) => `m_${code}` as const

/** A column for each meter id, as `/message-meters` has always had them. */
export const messageMeters = defineStream('message-meters', messageMetersContract, {
  fields: {
    ...fields,
    others: others(),
    game_nr: integer(),
    gaming_day: date(),
    denomination: money(),
    meterId: meterFilter(),
  },
  columns: ['slot', 'game_nr', ...first.map(columnOf), 'location'],
  more: [...rest.map(columnOf), 'others', 'smib', 'message_seq_nr', 'denomination', 'gaming_day'],
  summary: ['slot', 'm_0000', 'flags'],
  filters: ['flag', 'game_nr', 'tenant', 'location'],
  quiet: ['meterId', 'slot', 'smib'],
})

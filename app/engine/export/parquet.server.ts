/**
 * Rows as the API answers them, as a Parquet file for programs that read whole periods: names and types of the
 * contract, the same in every language.
 * Written group by group while it is sent.
 */
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer'
import { z } from 'zod'
import {
  bareSchema,
  isOfAnyKind,
  keyedBy,
  keyedValue,
  keysName,
  kindOfKey,
  kindsName,
  MOST_KEYS,
  schemaOfKeyed,
} from '../../../backend/platform/contract/keyed'
import { parquetSchema, type ParquetKind } from '../../../backend/platform/contract/parquet-schema'
import { currency, instant, money } from '../../../backend/platform/contract/primitives'
import { disposition } from './csv.server'
import { fewAtATime } from './few-at-a-time'
import type { AnyField } from '../fields/field'
import type { Row } from '../definition/row'

/** Rows that are encoded at once: others wait for the event loop no longer than for these. */
const GROUP_ROWS = 2_000

type Value = string | bigint | number | boolean | Date | null
interface Column {
  name: string
  type: ParquetKind
  value: (row: Row) => Value
}

/**
 * An amount is two columns, `<name>_minor` and `<name>_currency`; amounts in several currencies a column for each,
 * `<name>_ron_minor`; what is named by another record is its name and `<name>_id`; values by keys that the file's rows
 * bring, as meters by their ids, a column for each key, `<name>_<key>`, of what its values are, unless they are too
 * many; other lists are JSON. `units`: what is known of the whole file. `fields`: what the definition says of a member
 * whose contract is only a text or a number.
 */
export function parquetColumns(
  shape: Readonly<Record<string, z.ZodType>>,
  names: readonly string[],
  units: Readonly<Record<string, readonly string[]>> | null = null,
  fields: Readonly<Record<string, Pick<AnyField, 'kind'>>> = {},
): Column[] {
  const taken = new Set(names)
  return names.flatMap(name => {
    const type = ofFields[fields[name]?.kind ?? '']
    if (type) return [{ name, type, value: (row: Row) => asType(type, row[name]) }]
    const by = keyedBy(shape[name])
    const keys = units?.[keysName(name)]
    if (!by || !keys || keys.length > MOST_KEYS || keys.some(key => taken.has(`${name}_${key}`)))
      return columnsOf(name, shape[name], row => row[name], taken)
    const schema = schemaOfKeyed(shape[name])
    return keys.flatMap(key => {
      const column = `${name}_${key}`
      const valueOf = (row: Row) => keyedValue(by, row[name], key)
      if (!isOfAnyKind(schema)) return columnsOf(column, schema, valueOf, taken)
      const type = kindOfKey(units[kindsName(name)], key)
      return [{ name: column, type, value: (row: Row) => asType(type, valueOf(row)) }]
    })
  })
}

function columnsOf(
  name: string,
  ofRow: z.ZodType | undefined,
  valueOf: (row: Row) => unknown,
  taken: ReadonlySet<string>,
): Column[] {
  const schema = bareSchema(ofRow)
  const part = (key: string, suffix: string, type: Column['type'] = 'STRING'): Column[] =>
    taken.has(`${name}_${suffix}`)
      ? []
      : [{ name: `${name}_${suffix}`, type, value: row => asType(type, partOf(valueOf(row), key)) }]
  if (isAmount(schema)) return [...part('minor', 'minor', 'INT64'), ...part('currency', 'currency')]
  if (isReference(schema))
    return [
      { name, type: 'STRING', value: row => asType('STRING', partOf(valueOf(row), 'name')) },
      ...part('_id', 'id'),
    ]
  if (isAmounts(schema))
    return currency.options.map(one => ({
      name: `${name}_${one.toLowerCase()}_minor`,
      type: 'INT64' as const,
      value: row => asType('INT64', minorOf(valueOf(row), one)),
    }))
  // Nanoseconds are more than a number holds, so rows have them as text.
  const type = name.endsWith('_nano') ? 'INT64' : typeOf(schema)
  return [{ name, type, value: row => asType(type, valueOf(row)) }]
}

export async function parquetStream(
  columns: readonly Column[],
  pieces: AsyncIterator<readonly Row[]>,
): Promise<ReadableStream<Uint8Array>> {
  // Read before anything is sent: what cannot be read is an error page, not half a file.
  const first = await pieces.next()
  async function* rows() {
    const valuesOf = (row: Row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)]))
    for await (const rows of fewAtATime(first.done ? [] : first.value)) yield* rows.map(valuesOf)
    for await (const piece of { [Symbol.asyncIterator]: () => pieces })
      for await (const rows of fewAtATime(piece)) yield* rows.map(valuesOf)
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const out = writable.getWriter()
  const bytes = new ByteWriter()
  const flush = async () => {
    const group = bytes.getBytes().slice()
    bytes.index = 0
    // The next group is read when this one has been taken.
    await out.ready
    if (group.length > 0) await out.write(group)
  }
  const finish = async () => {
    await flush()
    await out.close()
  }
  const writer = Object.assign(bytes, { flush, finish })
  void Promise.resolve(
    parquetWriteRows({
      writer,
      rows: rows(),
      columns: columns.map(({ name }) => ({ name })),
      schema: parquetSchema(columns),
      rowGroupSize: GROUP_ROWS,
      createdBy: 'back-office-console',
    }),
  ).catch(async (error: unknown) => {
    // Whoever went away has cancelled it; otherwise the download breaks here, and is not taken for whole.
    await out.abort(error).catch(() => {})
    await pieces.return?.()
  })
  return readable
}

export const parquetHeaders = (name: string): Record<string, string> => ({
  'Content-Type': 'application/vnd.apache.parquet',
  'Content-Disposition': disposition(name.replace(/\.csv$/, '.parquet')),
  'Cache-Control': 'no-store',
})

const membersOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
const amountMembers = membersOf(money)
const isAmount = (schema: z.ZodType | undefined): boolean =>
  membersOf(schema).length === amountMembers.length &&
  amountMembers.every(member => membersOf(schema).includes(member))
const isAmounts = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodArray && isAmount(bareSchema(schema.element as z.ZodType))
const isReference = (schema: z.ZodType | undefined): boolean =>
  ['_id', 'name'].every(member => membersOf(schema).includes(member))

/** By kinds of fields: the same units as in the CSV for programs. */
const ofFields: Readonly<Record<string, Column['type'] | undefined>> = { date: 'DATE', percent: 'HUNDREDTHS' }

function typeOf(schema: z.ZodType | undefined): Column['type'] {
  if (schema === instant) return 'TIMESTAMP'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'INT64' : 'DOUBLE'
  if (schema instanceof z.ZodISODate) return 'DATE'
  return schema instanceof z.ZodBoolean ? 'BOOLEAN' : 'STRING'
}

const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

const minorOf = (all: unknown, currency: string): unknown =>
  Array.isArray(all)
    ? partOf(
        (all as unknown[]).find(one => partOf(one, 'currency') === currency),
        'minor',
      )
    : null

/** What is not of its column's type is left out of it, but in text, where it is JSON. */
function asType(type: Column['type'], value: unknown): Value {
  if (value === null || value === undefined) return null
  if (type === 'STRING') return typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? value : null
  if (type === 'DATE')
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? new Date(`${value}T00:00:00Z`)
      : null
  if (type === 'INT64' && typeof value === 'string' && /^\d{1,19}$/.test(value)) {
    const exact = BigInt(value)
    return BigInt.asIntN(64, exact) === exact ? exact : null
  }
  if (typeof value !== 'number') return null
  if (type === 'DOUBLE') return value
  if (!Number.isSafeInteger(value)) return null
  return type === 'TIMESTAMP' ? new Date(value) : BigInt(value)
}

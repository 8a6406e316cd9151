/** Columns of the Parquet files that the product writes: lists that are carried away, and archives. */
import type { SchemaElement } from 'hyparquet'

/** `HUNDREDTHS`: a number with two decimals, exact. */
export type ParquetKind = 'STRING' | 'INT64' | 'DOUBLE' | 'HUNDREDTHS' | 'BOOLEAN' | 'DATE' | 'TIMESTAMP'

const kinds: Readonly<Record<ParquetKind, Partial<SchemaElement>>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  HUNDREDTHS: {
    type: 'INT64',
    converted_type: 'DECIMAL',
    precision: 18,
    scale: 2,
    logical_type: { type: 'DECIMAL', precision: 18, scale: 2 },
  },
  BOOLEAN: { type: 'BOOLEAN' },
  DATE: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  // The older type says nothing of a zone, so that programs would take an instant for a clock's time.
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

/** Any value may be missing. */
export const parquetSchema = (columns: readonly { name: string; type: ParquetKind }[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...kinds[type] })),
]

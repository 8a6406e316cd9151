/** Whether a row is as it is to be already. */
import type { Contract } from '../../platform/contract/contract'
import type { ManyAction } from '../../platform/contract/many'

export type ManyRow = Record<string, unknown> & { _id: string; version: number; archived_at: number | null }

/** Whether there is nothing left to do for this row. */
export function manyOver(
  { input: shape }: Contract,
  row: ManyRow,
  { action, fields }: { action: ManyAction; fields: Record<string, unknown> },
): boolean {
  if (action !== 'update') return (row.archived_at !== null) === (action === 'archive')
  return Object.entries(fields).every(([name, value]) => {
    const parsed = shape.shape[name]?.safeParse(value)
    return parsed?.success === true && sameValue(parsed.data, written(row[name]))
  })
}

/** A row names what it refers to; a form sends its id. Several are a set. */
export const written = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(written)
    : typeof value === 'object' && value !== null && '_id' in value
      ? value._id
      : value

/** The order of an object's keys does not matter, and nothing is nothing. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : (value ?? null)

/** Whether a row already has the values that an edit gives it. */
import type { Contract } from '../../platform/contract/contract'
import type { BulkEditAction } from '../../platform/contract/bulk-edit'

export type EditableRow = Record<string, unknown> & {
  _id: string
  version: number
  archived_at: number | null
}

/** Whether the order changes nothing of this row. */
export function isUnchanged(
  { input: shape }: Contract,
  row: EditableRow,
  { action, fields }: { action: BulkEditAction; fields: Record<string, unknown> },
): boolean {
  if (action !== 'update') return (row.archived_at !== null) === (action === 'archive')
  return Object.entries(fields).every(([name, value]) => {
    const parsed = shape.shape[name]?.safeParse(value)
    return parsed?.success === true && sameValue(parsed.data, asInput(row[name]))
  })
}

/** A row has references with names where a form sends ids. Several values are a set. */
export const asInput = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(asInput)
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

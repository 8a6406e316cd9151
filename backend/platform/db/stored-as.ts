/** What rows that are written and read by the many have in their columns. */

export type ColumnType = 'text' | 'bigint'
export type Scalar = string | number | null
/** `id` is given as an identifier and stored as its number (`short-ids.ts`). */
export type StoredAs = ColumnType | 'id'

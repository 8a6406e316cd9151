/** A row as pages and lists know it. */

export type Row = Record<string, unknown> & { _id: string; version?: number }

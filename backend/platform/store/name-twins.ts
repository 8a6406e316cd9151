/** Names that must not be alike within a tenant, found by their stored keys in one query. */
import { sql } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Stored } from './columns'
import type { Db } from '../db/database'

export interface NameColumn {
  table: 'slots' | 'locations'
  column: string
  key: string
  keyOf(name: string): string
}
export interface NamedDraft {
  id: string
  tenant_id: string | undefined
  /** Undefined where it could not be read or is left out. */
  name: string | null | undefined
  before: Stored | undefined
}
export interface NameVerdict {
  /** To be stored together with the name. */
  key: string | null
  isTaken: boolean
}

/** In the order of the drafts; archived ones have their names, too. Who keeps a name keeps it, whoever else has it. */
export async function judgeNames(
  db: Db,
  { table, column, key, keyOf }: NameColumn,
  drafts: readonly NamedDraft[],
): Promise<NameVerdict[]> {
  const wanted = drafts.flatMap(({ tenant_id, name, before }) =>
    tenant_id && name && !(before && before[column] === name && before.tenant_id === tenant_id)
      ? [{ tenant_id, name, name_key: keyOf(name) }]
      : [],
  )
  const holders = new Map<string, Set<string>>()
  if (wanted.length > 0) {
    const given = rowsAsTable(db, { tenant_id: 'text', name: 'text', name_key: 'text' }, wanted)
    const having = (stored: string, asked: string) =>
      sql`select s.id, b.tenant_id, b.name_key from ${given} cross join ${sql.table(table)} s
        where s.tenant_id = b.tenant_id and ${sql.ref(`s.${stored}`)} = ${sql.ref(`b.${asked}`)}`
    const { rows } = await sql<{ id: string; tenant_id: string; name_key: string }>`
      ${having(key, 'name_key')} union ${having(column, 'name')}`.execute(db)
    for (const { tenant_id, name_key, id } of rows) {
      const word = `${tenant_id} ${name_key}`
      holders.set(word, (holders.get(word) ?? new Set()).add(id))
    }
  }
  return drafts.map(({ id, tenant_id, name, before }) => {
    const stored = (before?.[key] as string | null | undefined) ?? null
    if (name === undefined || (before && before[column] === name && before.tenant_id === tenant_id))
      return { key: stored, isTaken: false }
    if (name === null || tenant_id === undefined) return { key: null, isTaken: false }
    const others = holders.get(`${tenant_id} ${keyOf(name)}`)
    const isTaken = others !== undefined && [...others].some(one => one !== id)
    return { key: keyOf(name), isTaken }
  })
}

/** Which mistakes a file has, each kind with its rows: their numbers, and the condition that finds them. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import { contains } from '../../platform/db/has-words'
import { MAX_KINDS, type ImportProblem, type ProblemKind } from './imports.contract'

/** Each row once a kind, however often it has it. Rows with the very same mistakes are read as one. */
export async function problemKinds(db: Db, importId: string): Promise<ProblemKind[]> {
  const { rows } = await sql<{ problems: string; total: number }>`select problems, count(*) as total
    from import_rows where import_id = ${importId} and problems is not null group by problems`.execute(db)
  const kinds = new Map<string, ProblemKind>()
  for (const { problems, total } of rows) {
    const own = (JSON.parse(problems) as ImportProblem[]).map(
      ({ code, column }) => [`${code} ${column ?? ''}`, { code, column, rows: 0 }] as const,
    )
    for (const [key, none] of new Map(own)) {
      const before = kinds.get(key) ?? none
      kinds.set(key, { ...before, rows: before.rows + Number(total) })
    }
  }
  return [...kinds.values()].sort((a, b) => b.rows - a.rows || (a.code < b.code ? -1 : 1)).slice(0, MAX_KINDS)
}

/**
 * A mistake with one of these codes in one of these columns: both of the same mistake, which is written with its column
 * first.
 */
export function hasProblem(
  problems: RawBuilder<unknown>,
  codes: readonly string[] | undefined,
  columns: readonly string[] | undefined,
): RawBuilder<boolean> | undefined {
  const code = codes?.map(one => `"code":${JSON.stringify(one)}`)
  const column = columns?.map(one => `"column":${JSON.stringify(one)}`)
  const wanted =
    code && column ? column.flatMap(one => code.map(other => `${one},${other}`)) : (code ?? column)
  return (
    wanted &&
    sql<boolean>`(${sql.join(
      wanted.map(text => contains(problems, text)),
      sql` or `,
    )})`
  )
}

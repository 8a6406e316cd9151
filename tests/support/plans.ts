/**
 * How the embedded database goes about a statement that is given rows (`rowsAsTable`): through these once, looking up
 * each. The other way about it takes their text apart again for each row that is stored, which no test's few rows
 * would show.
 */
import { connected } from '../../backend/platform/db/sqlite-connection.mjs'

interface Statement {
  sql?: string
  parameters?: readonly unknown[]
}
interface Step {
  parent: number
  detail: string
}

const looked = new Set<string>()

/** What is wrong with a message's statements, or nothing. Each text is looked at once. */
export function goesThroughAll(message: object, file: string): string | undefined {
  for (const sql of textsIn(message)) {
    if (!sql.includes('json_each(') || looked.has(sql)) continue
    looked.add(sql)
    if (isInside(stepsOf(file, sql)))
      return `The rows that are given are gone through for each row that is stored: ${sql}`
  }
  return undefined
}

/** On a connection of its own: one that has explained something goes on seeing the database as it was then. */
export function stepsOf(file: string, sql: string): Step[] {
  const connection = connected({ file, pragmas: ['query_only = on'] })
  try {
    const { result } = connection.answer({ id: 0, sql: `explain query plan ${sql}`, parameters: [] })
    return result && 'rows' in result ? (result.rows as unknown as Step[]) : []
  } finally {
    connection.close()
  }
}

function textsIn(message: Statement): string[] {
  const together = (message.parameters?.[0] as { together?: Statement[] } | null | undefined)?.together
  return together ? together.flatMap(textsIn) : [message.sql ?? '']
}

/** Loops of one statement or subquery, each inside the one before it. */
function isInside(steps: readonly Step[]): boolean {
  const parents = new Set(steps.map(({ parent }) => parent))
  return [...parents].some(of => {
    const loops = steps.filter(({ parent, detail }) => parent === of && /^(SCAN|SEARCH) /.test(detail))
    const given = loops.findIndex(({ detail }) => detail.startsWith('SCAN json_each'))
    return loops.slice(0, Math.max(given, 0)).some(({ detail }) => !detail.includes('json_each'))
  })
}

/**
 * Whether a statement says whose rows it reads, so that it could be sent to where that tenant's are
 * (docs/decisions/cluster.md): it names a tenant, a slot, a record, or is given rows that do. One that names nobody
 * reads all tenants'. Most say it in their text; of the others PostgreSQL's own plan does, for the parameters that the
 * suite sends.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { lookAgain, takeStatements, type Sent } from './sent-statements'
import { SHARED } from './tenant-tables'

/** A folder, where a law over all tests reads what each worker has found (`bin/laws/one-tenant.mjs`). */
export const lawFolder = process.env['ONE_TENANT_LAW']

/** Columns that name somebody, or one record of somebody's. */
const NAME = String.raw`(?:id|\w+_id|(?:slot|smib|location|tenant)_nr|nr|mac|(?:\w+_)?hash|\w+_key|about|open_target)`
const inText = new RegExp(
  String.raw`\b${NAME}"? (?:=|in|= any) ?\(?(?:\$\d|select nr from short_ids|'[0-9a-f]{24}')`,
  'i',
)
/** Parameters have become constants; `$0` is what a sub-select found before. */
const inPlan = new RegExp(String.raw`\b${NAME}\)*(?:::\w+)? (?:=|= ANY) \(*(?:-?\d|'|\$\d|ANY)`)

const reads = /^\s*(?:\(|with|select|update|delete|insert[\s\S]*\bselect\b)/i

/** Of these it is looked at whose rows they read. */
export const isOpen = (text: string): boolean => reads.test(text) && !inText.test(text)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Filter?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

/** Who sends one such statement need not be looked at again. */
const known = new Set<string>()

/** Looks at what was sent since the last time, in a database that still stands. `ofAll`: tables that tenants share. */
export async function judgeStatements(url: string, ofAll: readonly string[]): Promise<void> {
  const statements = takeStatements()
  if (statements.length === 0 || lawFolder === undefined) return
  const found: string[] = []
  await withJudge(url, ofAll, async namesNobody => {
    for (const { sender, ...statement } of statements) {
      if (known.has(sender)) continue
      const isWrong = await namesNobody(statement)
      // A condition that cannot hold, such as an empty list, leaves nothing to look at.
      if (isWrong === undefined) lookAgain(statement.sql)
      if (!isWrong) continue
      known.add(sender)
      found.push(JSON.stringify({ sender, sql: statement.sql }))
    }
  })
  if (found.length > 0) appendFileSync(path.join(lawFolder, `${process.pid}.jsonl`), `${found.join('\n')}\n`)
}

type Statement = Pick<Sent, 'sql' | 'parameters'>

/** What it answers is undefined where a statement's plan comes by no table. */
export async function withJudge(
  url: string,
  ofAll: readonly string[],
  task: (namesNobody: (statement: Statement) => Promise<boolean | undefined>) => Promise<void>,
): Promise<void> {
  const shared = new Set([...SHARED, ...ofAll])
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Which months there are is no matter of the statement's.
    await client.query('set enable_partition_pruning = off')
    await task(async statement => {
      if (!isOpen(statement.sql)) return false
      const steps = await planOf(client, statement)
      const scans = steps.filter(isScan)
      if (scans.length === 0) return undefined
      const ofTenants = scans.filter(scan => !shared.has(scan['Relation Name'] ?? ''))
      return ofTenants.length > 0 && !ofTenants.some(isNamed) && !steps.some(isGiven)
    })
  } finally {
    await client.end()
  }
}

/** Every step; none where PostgreSQL does not plan it, or no longer, as after a table was dropped. */
async function planOf(client: pg.Client, { sql, parameters }: Statement): Promise<Plan[]> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (format json, verbose, costs off) ${sql}`,
      values: [...parameters],
    })
    const top = rows[0]?.['QUERY PLAN'][0].Plan
    return top ? stepsOf(top) : []
  } catch {
    return []
  }
}

const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
/** What is written is another step. */
const isScan = (plan: Plan): boolean => plan.Schema === 'public' && plan['Node Type'] !== 'ModifyTable'
const isNamed = (plan: Plan): boolean =>
  inPlan.test([plan['Index Cond'], plan['Recheck Cond'], plan.Filter].join(' '))
/** Rows of the statement's own, which name what they are looked up by. */
const isGiven = (plan: Plan): boolean => /^(?:Function|Values) Scan$/.test(plan['Node Type'])

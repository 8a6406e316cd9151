/** What a statement does with tables that grow: whether it reads or sorts one of them whole. */
import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'

/** Of a statement, each table that it reads or sorts whole, and how. */
export const wholeReads = async (
  db: Db,
  query: CompiledQuery,
  isLong: (table: string) => boolean,
): Promise<string[]> =>
  isPostgres(db)
    ? ofPostgres(await planOf(db, query), isLong, counts(query))
    : ofEmbedded(await stepsOf(db, query), query, isLong)

/** A statement that only counts reads to the end; any other is a page, and ends with it. */
const counts = ({ sql: text }: CompiledQuery) => /count\(\*\)/i.test(text) && !/\blimit\b/i.test(text)

/** Indexes of archived rows alone: there are few of them. */
const isOfFew = /_archived\b/

/** What every list asks of each row: an index that knows no more finds all of them. */
const unselective = new Set(['tenant_id', 'archived_at'])

interface Step {
  parent: number
  detail: string
}

async function stepsOf(db: Db, { sql: text, parameters }: CompiledQuery): Promise<Step[]> {
  const { rows } = await db.executeQuery<Step>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  )
  return rows
}

function ofEmbedded(
  steps: readonly Step[],
  query: CompiledQuery,
  isLong: (table: string) => boolean,
): string[] {
  const tables = tablesIn(query.sql)
  const wrong: string[] = []
  for (const parent of new Set(steps.map(step => step.parent))) {
    const own = steps.filter(step => step.parent === parent).map(({ detail }) => detail)
    const sorts = own.some(detail => detail.startsWith('USE TEMP B-TREE FOR') && detail.includes('ORDER BY'))
    const sortsAll = own.some(detail => detail === 'USE TEMP B-TREE FOR ORDER BY')
    const [first, ...inner] = own.filter(detail => /^(?:SCAN|SEARCH) /.test(detail))
    if (first === undefined) continue
    const isWhole = (detail: string) => {
      const [, how, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? []
      const table = tables.get(name)
      if (table === undefined || !isLong(table) || isOfFew.test(detail)) return false
      return how === 'SCAN' || termsOf(detail).every(term => unselective.has(term))
    }
    if (isWhole(first) && sorts) wrong.push(`sorts: ${own.join('; ')}`)
    else if (isWhole(first) && !first.includes('USING')) wrong.push(`reads: ${first}`)
    else if (isWhole(first) && counts(query) && !first.includes('COVERING')) wrong.push(`counts: ${first}`)
    else if (inner.some(detail => isWhole(detail) && detail.startsWith('SCAN')))
      wrong.push(`reads inside: ${own.join('; ')}`)
    else if (sortsAll && inner.length > 0 && !isWhole(first) && inner.some(isWhole))
      wrong.push(`sorts: ${own.join('; ')}`)
  }
  return wrong
}

const termsOf = (detail: string) =>
  [...(/\(([^()]*)\)(?: LEFT-JOIN)?$/.exec(detail)?.[1] ?? '').matchAll(/([\w<>"]+?)"?[<>=]+\?/g)].map(
    ([, name]) => name ?? '',
  )

/** By the name that the statement gives it. */
function tablesIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, table = '', name] of text.matchAll(
    /(?:\bfrom|\bjoin)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi,
  )) {
    found.set(table, table)
    if (name && !found.has(name)) found.set(name, table)
  }
  return found
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

/** As if the table were full: of a test's few rows everything is read and sorted sooner than an index. */
const planOf = (db: Db, { sql: text, parameters }: CompiledQuery): Promise<Node> =>
  db.transaction().execute(async asIfFull => {
    for (const way of ['seqscan', 'sort', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${way} = off`).execute(asIfFull)
    const { rows } = await asIfFull.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
      // PostgreSQL takes no such sign, with which one statement carries the values of another.
      CompiledQuery.raw(
        `explain (format json, costs off) ${text}`,
        parameters.map(one => (typeof one === 'string' ? one.replaceAll('\0', '') : one)),
      ),
    )
    return rows[0]!['QUERY PLAN'][0]!.Plan
  })

function ofPostgres(plan: Node, isLong: (table: string) => boolean, isCount: boolean): string[] {
  const wrong: string[] = []
  const isWhole = (node: Node): boolean => {
    const table = node['Relation Name']
    if (table === undefined || !isLong(table) || isOfFew.test(node['Index Name'] ?? '')) return false
    if (node['Node Type'] === 'Seq Scan') return true
    if (node['Node Type'] === 'Bitmap Heap Scan')
      return (node.Plans ?? []).every(one => isUnselective(one['Index Cond']))
    return isUnselective(node['Index Cond'])
  }
  const leaf = (node: Node): Node => {
    const [first] = node.Plans ?? []
    return first && node['Relation Name'] === undefined ? leaf(first) : node
  }
  const look = (node: Node): void => {
    const type = node['Node Type']
    if (type === 'Seq Scan' && isWhole(node))
      wrong.push(`reads: ${type} ${node['Relation Name']} ${node.Filter ?? ''}`)
    else if (type.endsWith('Sort') && isWhole(leaf(node)))
      wrong.push(`${type}: ${leaf(node)['Relation Name']}`)
    else if (isCount && node.Filter && type.startsWith('Index') && isWhole(node))
      wrong.push(`counts: ${node['Relation Name']} ${node.Filter}`)
    node.Plans?.forEach(look)
  }
  look(plan)
  return wrong
}

const isUnselective = (condition = '') =>
  [...condition.matchAll(/\(\(?(?:\w+\.)?(\w+)\)?(?:::\w+)? (?:=|<|>|IS|~)/g)].every(([, name]) =>
    unselective.has(name ?? ''),
  )

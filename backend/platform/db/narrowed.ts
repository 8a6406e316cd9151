/**
 * A database that shows a part of itself. Whatever is read through it finds, under each table's own name, only the rows
 * that a condition lets through: the name is that of a common table expression in front of the statement. So a query
 * that somebody writes tomorrow is narrowed without knowing of it. Statements that write are left as they are: they
 * name rows that were read before.
 */
import {
  sql,
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  RawNode,
  WithNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type RawBuilder,
  type RootOperationNode,
  type SelectQueryNode,
} from 'kysely'
import { isPostgres } from './bulk'
import type { Db } from './database'
import type { Tables } from './tables'

/** Table → the statement that stands in its place, in parentheses. Literals are in its text: it has no parameters. */
export type Shadows = ReadonlyMap<string, string>

const MOST_PIECES = 2_000

/**
 * All of it again. What is booked of a slot follows from all of its readings, wherever it stood: whoever asks names
 * what they may see, and what that comes to does not hang on them. So what was named is looked for in the narrowed
 * database first.
 */
export const whole = (db: Db): Db => db.withoutPlugins()

/**
 * All of a table, in a statement that is narrowed for the rest: for what rows say that are found by narrowed ones. The
 * part of the database in front of the name is what no common table expression stands for.
 */
export const wholeTable = (db: Db, table: keyof Tables & string): RawBuilder<unknown> =>
  sql.table(isNarrowed(db) ? `${isPostgres(db) ? 'public' : 'main'}.${table}` : table)

const narrowing = (db: Db) =>
  db.getExecutor().plugins.find((plugin): plugin is NarrowingPlugin => plugin instanceof NarrowingPlugin)

/** Whether it shows a part of itself only. */
export const isNarrowed = (db: Db): boolean => narrowing(db) !== undefined

/** Whether it shows single slots: then also what they moved in locations that it does not show, before they left. */
export const isOfSlots = (db: Db): boolean => narrowing(db)?.ofSlots ?? false

export class NarrowingPlugin implements KyselyPlugin {
  private readonly names: RegExp
  /** By a piece of a statement, as the source has it: the same few are met with each request. */
  private readonly named = new Map<string, readonly string[]>()

  constructor(
    private readonly shadows: Shadows,
    /** By rules about slots. */
    readonly ofSlots: boolean,
  ) {
    this.names = new RegExp(`\\b(?:${[...shadows.keys()].join('|')})\\b`, 'g')
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === 'SelectQueryNode') return this.narrowSelect(node)
    return node.kind === 'RawNode' ? this.narrowRaw(node) : node
  }

  transformResult: KyselyPlugin['transformResult'] = args => Promise.resolve(args.result)

  private narrowSelect(node: SelectQueryNode): SelectQueryNode {
    const expressions = this.mentioned(node).map(
      name =>
        ({
          ...CommonTableExpressionNode.create(
            CommonTableExpressionNameNode.create(name),
            RawNode.createWithSql(this.shadows.get(name) ?? ''),
          ),
          materialized: false,
        }) as CommonTableExpressionNode,
    )
    const [first, ...others] = [...expressions, ...(node.with?.expressions ?? [])]
    if (expressions.length === 0 || !first) return node
    const all = others.reduce(
      WithNode.cloneWithExpression,
      WithNode.create(first, { recursive: node.with?.recursive ?? false }),
    )
    return { ...node, with: all }
  }

  private narrowRaw(node: RawNode): RawNode {
    const named = this.mentioned(node)
    if (named.length === 0) return node
    const list = named.map(name => `${name} as not materialized ${this.shadows.get(name)}`).join(', ')
    return opened(node, list)
  }

  /** One that is named and not read costs nothing. */
  private mentioned(node: OperationNode): string[] {
    const found = new Set<string>()
    const look = (value: object): void => {
      if (!Array.isArray(value)) {
        const { kind, name, sqlFragments } = value as {
          kind?: string
          name?: unknown
          sqlFragments?: unknown
        }
        if (kind === undefined || kind === 'ValueNode' || kind === 'PrimitiveValueListNode') return
        if (kind === 'IdentifierNode') {
          if (typeof name === 'string' && this.shadows.has(name)) found.add(name)
          return
        }
        if (kind === 'RawNode')
          for (const text of sqlFragments as readonly string[])
            for (const one of this.namedIn(text)) found.add(one)
      }
      // Not `Object.values`: a statement has hundreds of nodes, and each would make a list.
      for (const key in value) {
        const part = (value as Record<string, unknown>)[key]
        if (typeof part === 'object' && part !== null) look(part)
      }
    }
    look(node)
    return [...found]
  }

  private namedIn(text: string): readonly string[] {
    const known = this.named.get(text)
    if (known) return known
    const found = [...new Set(Array.from(text.matchAll(this.names), ([one]) => one))]
    // A statement that is made of values would fill it.
    if (this.named.size >= MOST_PIECES) this.named.clear()
    this.named.set(text, found)
    return found
  }
}

/**
 * The statement may begin in a part of it. What neither reads nor writes as expected is refused: it would be read
 * whole.
 */
function opened(node: RawNode, list: string): RawNode {
  const [start = '', ...rest] = node.sqlFragments
  const [part, ...others] = node.parameters
  if (start.trim() === '' && part?.kind === 'RawNode')
    return { ...node, parameters: [opened(part as RawNode, list), ...others] }
  const [, opening = '', body = ''] =
    /^\s*(select|\(|with\s+recursive|with|insert|update|delete)([\s\S]*)$/i.exec(start) ?? []
  if (/^(?:insert|update|delete)/i.test(opening)) return node
  if (opening === '') throw new Error('A statement that cannot be narrowed')
  const head = /^with/i.test(opening) ? `${opening} ${list}, ${body}` : `with ${list} ${opening}${body}`
  return { ...node, sqlFragments: [head, ...rest] }
}

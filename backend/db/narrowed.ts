/**
 * A database that shows a part of itself. Whatever is read through it finds, under each table's own name, only the rows that a condition lets
 * through: the name is that of a common table expression in front of the statement. So a query that somebody writes tomorrow is narrowed without
 * knowing of it. Statements that write are left as they are: they name rows that were read before.
 */
import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  RawNode,
  WithNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type RootOperationNode,
  type SelectQueryNode,
} from 'kysely'

/** Table → the statement that stands in its place, in parentheses. Literals are in its text: it has no parameters. */
export type Shadows = ReadonlyMap<string, string>

export class NarrowingPlugin implements KyselyPlugin {
  private readonly names: RegExp

  constructor(private readonly shadows: Shadows) {
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
    const look = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(look)
      else if (typeof value === 'object' && value !== null) {
        const { kind, name, sqlFragments } = value as {
          kind?: string
          name?: unknown
          sqlFragments?: unknown
        }
        if (kind === undefined || kind === 'ValueNode' || kind === 'PrimitiveValueListNode') return
        if (kind === 'IdentifierNode' && typeof name === 'string' && this.shadows.has(name)) found.add(name)
        if (kind === 'RawNode')
          for (const text of sqlFragments as readonly string[])
            for (const [one] of text.matchAll(this.names)) found.add(one)
        Object.values(value).forEach(look)
      }
    }
    look(node)
    return [...found]
  }
}

/** The statement may begin in a part of it. What neither reads nor writes as expected is refused: it would be read whole. */
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

/** The widest request that a schema admits, and requests that it refuses for their size, made from its JSON Schema. */
import { z } from 'zod'

export interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxProperties?: number
  properties?: Record<string, Shape>
  propertyNames?: Shape
  additionalProperties?: Shape | boolean
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $defs?: Record<string, Shape>
}

export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

let nr = 0
/** 24 hexadecimal digits, each time others. */
export const nextId = (): string => (++nr).toString(16).padStart(24, 'f')

export function widest(shape: Shape, name = ''): unknown {
  const ways = shape.anyOf ?? shape.oneOf
  // A list is wider than a text, a text wider than a number.
  if (ways) return widest([...ways].sort((a, b) => widthOf(b) - widthOf(a))[0] ?? {}, name)
  if (shape.enum) return shape.enum[nr++ % shape.enum.length]
  if (shape.const !== undefined) return shape.const
  switch (shape.type) {
    case 'array':
      return Array.from({ length: Math.min(shape.maxItems ?? 1, 100_000) }, () =>
        widest(shape.items ?? {}, name),
      )
    case 'object':
      return Object.fromEntries([
        ...Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, widest(inner, key)]),
        ...(typeof shape.additionalProperties === 'object' && !shape.properties
          ? Array.from({ length: 200 }, (_, index) => [
              `member_${index}`,
              widest(shape.additionalProperties as Shape),
            ])
          : []),
      ])
    case 'string':
      return text(shape, name)
    case 'number':
    case 'integer':
      return name === 'page' || (shape.maximum ?? Infinity) > 1e9
        ? Math.max(shape.minimum ?? 0, 0)
        : shape.maximum
    case 'boolean':
      return true
    default:
      return null
  }
}

function text({ pattern = '', format, maxLength = 24 }: Shape, name: string): string {
  if (pattern.includes('[0-9a-f]{24}')) return nextId()
  if (format === 'date-time') return '2026-11-20T06:00:00Z'
  if (name === 'query')
    return Array.from({ length: 16 }, (_, index) => `word${index}`.padEnd(11, 'x')).join(' ')
  if (name === 'smib_id' || name === 'smib_ids' || name === 'mac')
    return (++nr).toString(16).padStart(12, 'a')
  return `${++nr}`.padEnd(Math.min(maxLength, 4_000), 'x').slice(0, maxLength)
}

const widthOf = (shape: Shape): number =>
  shape.type === 'array'
    ? 4
    : shape.type === 'object'
      ? 3
      : shape.type === 'string'
        ? 2
        : shape.type === 'null'
          ? 0
          : 1

/** Every text and list in it, by its place, that has no largest length. */
export function unbounded(shape: Shape, at = ''): string[] {
  const found: string[] = []
  if (
    shape.type === 'string' &&
    shape.maxLength === undefined &&
    !shape.enum &&
    shape.const === undefined &&
    !isBounded(shape.pattern)
  )
    found.push(`${at}: text`)
  if (shape.type === 'array' && shape.maxItems === undefined) found.push(`${at}: list`)
  for (const [name, inner] of Object.entries({ ...shape.properties, ...shape.$defs }))
    found.push(...unbounded(inner, `${at}.${name}`))
  for (const inner of [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])])
    found.push(
      ...unbounded(
        { ...inner, ...(inner.type === undefined && shape.type === 'string' ? { maxLength: 0 } : {}) },
        at,
      ),
    )
  if (shape.items) found.push(...unbounded(shape.items, `${at}[]`))
  if (shape.propertyNames) found.push(...unbounded(shape.propertyNames, `${at}{name}`))
  if (typeof shape.additionalProperties === 'object')
    found.push(...unbounded(shape.additionalProperties, `${at}{}`))
  return found
}

/** From beginning to end, and nothing in it repeated without a limit. */
function isBounded(pattern = ''): boolean {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'c')
  return /^\^.*\$$/s.test(pattern) && !/[*+]|\{\d+,\}/.test(bare)
}

/**
 * A megabyte, and a little less, of what nobody means: long lists of wrong values, texts, and members, wherever a
 * schema has a place for them.
 */
export function oversized(shape: Shape): unknown[] {
  const names = Object.keys(shape.properties ?? {}).slice(0, 3)
  const everywhere = (value: unknown) =>
    Object.fromEntries((names.length > 0 ? names : ['x']).map(name => [name, value]))
  const share = Math.floor(900_000 / Math.max(1, names.length))
  const list = (one: unknown, length: number) => Array.from({ length: Math.floor(share / length) }, () => one)
  const members = Object.fromEntries(
    Array.from({ length: Math.floor(share / 14) }, (_, index) => [`m${index}`, 0]),
  )
  return [
    everywhere(list(0, 2)),
    everywhere(list({}, 3)),
    everywhere(list([0], 4)),
    everywhere(list('', 3)),
    everywhere('x'.repeat(share)),
    everywhere(members),
    members,
    { exactFields: list('x', 4), exactValues: list([{}], 5) },
    { exactFields: Array(32).fill('x'), exactValues: Array.from({ length: 32 }, () => Array(500).fill({})) },
    { ids: Array(5_000).fill('not an id') },
    list(0, 2),
  ]
}

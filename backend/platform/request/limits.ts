/**
 * How much a request may hold, checked before its schema looks at each value: a schema counts a list only after it
 * has checked every element of it,
 * and gathers a problem for each, so that a megabyte of wrong ones would hold up everybody else for seconds. The bounds
 * are the schema's own (`max` of lists and texts, `maxProperties` in the `meta` of a record); a test makes sure that
 * each has one.
 */
import { z } from 'zod'
import type { FieldProblem } from '../contract/problem'
import { bare } from '../contract/typed-text'

/** Members of an object whose schema says nothing else. */
export const MAX_MEMBERS = 200
/** So many wrong values say enough: the rest is not looked at. */
const ENOUGH_WRONG = 20
/** Blanks around a text are cut off before it is measured; more than these nobody types. */
const BLANKS = 200
const MAX_NAME = 80

interface Shape {
  /** Several for what may be null. */
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $ref?: string
  $defs?: Record<string, Shape>
}

export interface OverLimit {
  path: string[]
  problem: FieldProblem
}
/** `size`: it holds too much, whatever else is wrong. */
interface Wrong extends OverLimit {
  size: boolean
}

const shapes = new WeakMap<z.ZodType, Shape>()

/**
 * The first thing that is too large or, where many values are wrong, the first of these; undefined when the schema
 * itself may look.
 */
export function overLimit(schema: z.ZodType, value: unknown): OverLimit | undefined {
  const shape =
    shapes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  shapes.set(schema, shape)
  const wrong: Wrong[] = []
  look({ root: shape, path: [], wrong }, shape, value)
  return wrong.find(one => one.size) ?? (wrong.length >= ENOUGH_WRONG ? wrong[0] : undefined)
}

interface Looking {
  root: Shape
  path: string[]
  wrong: Wrong[]
}

function look(looking: Looking, shape: Shape, value: unknown): void {
  if (shape.$ref)
    return look(
      looking,
      looking.root.$defs?.[shape.$ref.replace('#/$defs/', '')] ?? (shape.$ref === '#' ? looking.root : {}),
      value,
    )
  const ways = shape.anyOf ?? shape.oneOf ?? (Array.isArray(shape.type) ? eachType(shape) : undefined)
  if (ways) return anyOf(looking, ways, value)
  for (const all of shape.allOf ?? []) look(looking, all, value)
  if (Array.isArray(value)) list(looking, shape, value)
  else if (typeof value === 'object' && value !== null)
    members(looking, shape, value as Record<string, unknown>)
  else if (
    typeof value === 'string' &&
    shape.maxLength !== undefined &&
    value.length > shape.maxLength + BLANKS
  )
    tell(looking, 'too_long', { max: shape.maxLength }, true)
  else if (!isPossible(shape, value)) tell(looking, 'invalid')
}

const eachType = (shape: Shape): Shape[] => [shape.type ?? []].flat().map(type => ({ ...shape, type }))

function anyOf(looking: Looking, ways: readonly Shape[], value: unknown): void {
  const tries = ways.map(way => {
    const wrong: Wrong[] = []
    look({ ...looking, wrong }, way, value)
    return wrong
  })
  if (tries.some(wrong => wrong.length === 0)) return
  // The one that this was meant for: a list that is too long says more than that a list is no number.
  looking.wrong.push(...(tries.find(wrong => wrong.some(one => one.size)) ?? tries[0] ?? []))
}

function list(
  looking: Looking,
  { type, items = {}, maxItems = Infinity }: Shape,
  value: readonly unknown[],
): void {
  if (type !== undefined && type !== 'array') return tell(looking, 'invalid')
  if (value.length > maxItems) return tell(looking, 'too_many', { limit: maxItems }, true)
  for (const [index, one] of value.entries()) {
    if (isOver(looking)) return
    within(looking, String(index), items, one)
  }
}

function members(
  looking: Looking,
  { type, properties = {}, additionalProperties, maxProperties = MAX_MEMBERS }: Shape,
  value: Record<string, unknown>,
): void {
  if (type === undefined) return
  if (type !== 'object') return tell(looking, 'invalid')
  const names = Object.keys(value)
  if (names.length > maxProperties) return tell(looking, 'too_many', { limit: maxProperties }, true)
  const other = typeof additionalProperties === 'object' ? additionalProperties : {}
  for (const name of names) {
    if (isOver(looking)) return
    within(looking, name, Object.hasOwn(properties, name) ? (properties[name] ?? {}) : other, value[name])
  }
}

function within(looking: Looking, name: string, shape: Shape, value: unknown): void {
  looking.path.push(name)
  look(looking, shape, value)
  looking.path.pop()
}

const isOver = ({ wrong }: Looking): boolean => wrong.length >= ENOUGH_WRONG || wrong.at(-1)?.size === true

function tell({ path, wrong }: Looking, code: string, params?: Record<string, number>, size = false): void {
  wrong.push({
    path: path.map(name => name.slice(0, MAX_NAME)),
    problem: { code, ...(params && { params }) },
    size,
  })
}

const patterns = new Map<string, RegExp>()

/** Only what is certain: anything else is for the schema to say. */
function isPossible({ type, enum: options, const: only, pattern }: Shape, value: unknown): boolean {
  if (options) return options.includes(value)
  if (only !== undefined) return value === only
  switch (type) {
    case undefined:
      return true
    case 'string':
      return (
        typeof value === 'string' &&
        (pattern === undefined || bare(value) !== value || matches(pattern, value))
      )
    case 'number':
    case 'integer':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    default:
      return false
  }
}

function matches(pattern: string, value: string): boolean {
  const known = patterns.get(pattern) ?? regExpOf(pattern)
  patterns.set(pattern, known)
  return known.test(value)
}

/**
 * A schema's pattern comes without its flags; most of them mean the same with `u`, and some mean nothing without it.
 */
function regExpOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

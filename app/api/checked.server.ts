/**
 * Whether an answer is what its contract says. Of a long list some elements are checked at a time: ten thousand rows at
 * once would hold the event loop for as long as they take.
 */
import { z } from 'zod'
import { breathe } from '../../backend/platform/process/breathe'

/** Elements that are checked at once. */
const AT_ONCE = 100

export async function checked<Shape extends z.ZodType>(
  schema: Shape,
  data: unknown,
): Promise<z.ZodSafeParseResult<z.output<Shape>>> {
  const lists = schema instanceof z.ZodObject ? longLists(schema, data) : []
  if (lists.length === 0) return schema.safeParse(data)
  const read: Record<string, unknown[]> = {}
  for (const { name, elements, list } of lists) {
    const own: unknown[] = (read[name] = [])
    for (let from = 0; from < list.length; from += AT_ONCE) {
      const piece = z.array(elements).safeParse(list.slice(from, from + AT_ONCE))
      if (!piece.success) {
        inWhole(piece.error, name, from)
        return piece as z.ZodSafeParseError<z.output<Shape>>
      }
      for (const one of piece.data) own.push(one)
      await breathe()
    }
  }
  const rest = schema.safeParse({ ...(data as object), ...mapped(read, () => []) })
  return rest.success ? { ...rest, data: { ...(rest.data as object), ...read } as z.output<Shape> } : rest
}

/** A log names the element by where it stands in the answer. */
function inWhole(error: z.ZodError, name: string, from: number): void {
  for (const { path } of error.issues) path.splice(0, 1, name, from + Number(path[0]))
}

/** Members that are long lists, of which the schema says no more than what an element is. */
function longLists({ shape }: z.ZodObject, data: unknown) {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, list]) => {
    const schema: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    const isLong = Array.isArray(list) && list.length > AT_ONCE
    return isLong && schema instanceof z.ZodArray && !schema.def.checks?.length
      ? [{ name, elements: schema.element as z.ZodType, list: list as unknown[] }]
      : []
  })
}

const mapped = <From, To>(all: Record<string, From>, make: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]))

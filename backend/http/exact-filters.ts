/** exactFields and exactValues of a list request that is not an entity's. */
import type { z } from 'zod'
import type { ListRequest } from '../contract/list'
import { Problem } from '../contract/problem'

/** Several values mean any of them: each filter becomes a list. 422 for a filter that does not exist or a value that it cannot have. */
export function exactFilters<Shape extends z.ZodRawShape>(request: Pick<ListRequest, 'exactFields' | 'exactValues'>, filters: z.ZodObject<Shape>): { [Name in keyof Shape]?: NonNullable<z.output<Shape[Name]>>[] } {
  const { exactFields, exactValues } = request
  if (exactFields.length !== exactValues.length) throw new Problem(422, 'invalid', { fields: { exactValues: [{ code: 'invalid' }] } })
  return Object.fromEntries(exactFields.map((name, index) => {
    const schema = Object.hasOwn(filters.shape, name) ? filters.shape[name] as unknown as z.ZodType : undefined
    const given = exactValues[index]
    const values = (Array.isArray(given) ? given : [given]).map(value => schema?.safeParse(value))
    if (!schema || values.length === 0 || values.some(one => !one?.success || one.data === undefined)) {
      throw new Problem(422, 'invalid', { fields: { [name]: [{ code: schema ? 'invalid' : 'unknown_field' }] } })
    }
    return [name, values.map(one => one?.data)]
  })) as { [Name in keyof Shape]?: NonNullable<z.output<Shape[Name]>>[] }
}

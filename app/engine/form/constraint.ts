/**
 * What a form's controls say of themselves: required, how long, how much. Lengths and bounds come from the schema's
 * JSON Schema: conform reads them from a place inside zod that is empty since 4.6.
 */
import { getZodConstraint } from '@conform-to/zod/v4'
import { z } from 'zod'
import type { FormSpec } from './form'

type Schema = FormSpec['schema']
type Constraints = ReturnType<typeof getZodConstraint>
type Property = z.core.JSONSchema.JSONSchema

const constraints = new WeakMap<Schema, Constraints>()

export function constraintOf(schema: Schema): Constraints {
  const known = constraints.get(schema)
  if (known) return known
  const constraint: Constraints = getZodConstraint(schema)
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  for (const [name, property] of Object.entries(properties))
    // In place: conform remembers what it has answered once.
    if (typeof property !== 'boolean') Object.assign(constraint[name] ?? {}, limitsOf(property))
  constraints.set(schema, constraint)
  return constraint
}

function limitsOf(property: Property): Constraints[string] {
  const { minLength, maxLength, minimum, maximum } = orNull(property)
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  }
}

/** Of what may be empty, what it is otherwise. */
function orNull(property: Property): Property {
  const kinds = property.anyOf?.filter(one => typeof one !== 'boolean' && one.type !== 'null') as
    | Property[]
    | undefined
  return kinds?.length === 1 ? (kinds[0] ?? property) : property
}

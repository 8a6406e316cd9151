import { z } from 'zod'
import { line } from '../../../backend/platform/contract/primitives'
import { flag, text } from '../fields'
import type { AnyField } from '../fields/field'
import type { FormSpec } from '../form/form'

const fields = { name: text(), shared: flag(), is_default: flag(), redefine: flag() } as unknown as Record<
  string,
  AnyField
>
const schema = z.object({
  name: line(1, 60),
  shared: z.boolean().default(false),
  is_default: z.boolean().default(false),
})

export const newViewSpec: FormSpec = {
  entity: 'views',
  fields,
  names: ['name', 'shared', 'is_default'],
  schema,
}

/** A view may be given the list's state from which its form was opened. */
export const editedViewSpec: FormSpec = {
  entity: 'views',
  fields,
  names: ['name', 'shared', 'is_default', 'redefine'],
  schema: schema.extend({ redefine: z.boolean().default(false) }),
}

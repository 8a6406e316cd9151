/** What kinds of data there are to list: for whoever builds on the API, or chooses columns. */
import { z } from 'zod'

export const dataTypeKinds = [
  'text',
  'number',
  'flag',
  'choice',
  'instant',
  'money',
  'reference',
  'list',
  'object',
] as const

const field = z.object({
  name: z.string(),
  kind: z.enum(dataTypeKinds),
  /** Whether a row may have none. */
  optional: z.boolean(),
  /** Of a choice. */
  values: z.array(z.string()).max(100).optional(),
  sortable: z.boolean(),
})
export type DataTypeField = z.infer<typeof field>

export const dataType = z.object({
  /** As exports name the list: family and list. */
  name: z.string(),
  path: z.string(),
  fields: z.array(field).max(200),
  /** Names that `exactFields` takes. */
  filters: z.array(z.string()).max(100),
  searched: z.boolean(),
  /** Whether the list takes a period. */
  period: z.boolean(),
})
export const dataTypesAnswer = z.object({ data_types: z.array(dataType).max(300) })

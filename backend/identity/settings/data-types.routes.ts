/**
 * The specification's `data-types`: every list that the caller may read, with its fields. The contracts that check
 * the lists name them.
 */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { instant, money, reference } from '../../platform/contract/primitives'
import { allows } from '../../platform/contract/permissions'
import type { ListSource } from '../../platform/store/list-source'
import type { Api } from '../../platform/http/api'
import { dataTypesAnswer, type DataTypeField } from './data-types.contract'

export function registerDataTypes(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/settings/v1/data-types',
      family: 'settings',
      summary: 'The kinds of data that this user may list: fields with their kinds, sort keys, filters',
      permission: 'signed-in',
      response: dataTypesAnswer,
    },
    async ({ actor }) => ({
      data_types: [...api.sources]
        .filter(([, { contract }]) => allows(actor.permissions, contract.permissions.list))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, source]) => typeOf(name, source)),
    }),
  )
}

/** A contract does not change while the program runs. */
const known = new Map<string, z.infer<typeof dataTypesAnswer>['data_types'][number]>()

function typeOf(name: string, { contract, takes }: ListSource) {
  const made = known.get(name)
  if (made) return made
  const [family = '', many = ''] = name.split('/')
  const type = {
    name,
    path: pathsOf({ ...contract, family, many }).list,
    fields: Object.entries(takes.row.shape).map(([field, schema]) => ({
      name: field,
      ...kindOf(schema as z.ZodType),
      sortable: takes.sort.includes(field),
    })),
    filters: Object.keys(takes.filters.shape),
    searched: takes.searched,
    period: takes.period !== undefined,
  }
  known.set(name, type)
  return type
}

function kindOf(schema: z.ZodType): Pick<DataTypeField, 'kind' | 'optional' | 'values'> {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return { ...kindOf(schema.unwrap() as z.ZodType), optional: !(schema instanceof z.ZodDefault) }
  if (schema instanceof z.ZodEnum)
    return { kind: 'choice', optional: false, values: schema.options.map(String) }
  return { kind: plainKind(schema), optional: false }
}

function plainKind(schema: z.ZodType): DataTypeField['kind'] {
  if (schema === instant) return 'instant'
  if (schema === money) return 'money'
  if (schema === reference) return 'reference'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'flag'
  if (schema instanceof z.ZodArray) return 'list'
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord ? 'object' : 'text'
}

/**
 * By which fields a rule may narrow (specification, section 7: the ACL model-fields look-up), and the columns behind
 * them.
 */
import type { Model } from './acl.table'

const columns: Readonly<Record<Model, Readonly<Record<string, string>>>> = {
  tenant: { name: 'name', currency: 'currency' },
  location: { code: 'code', name: 'name', city: 'city', county: 'county', tenant: 'tenant_id' },
  slot: {
    serial: 'serial',
    manufacturer: 'manufacturer',
    status: 'status',
    protocol: 'protocol',
    location: 'location_id',
  },
}

export const fieldsOf = (model: Model): string[] => Object.keys(columns[model])

/** Throws for what `fieldsOf` does not name: its text becomes part of a statement. */
export function columnOf(model: Model, field: string): string {
  const column = Object.hasOwn(columns[model], field) ? columns[model][field] : undefined
  if (!column) throw new Error(`${model} is not narrowed by ${field}`)
  return column
}

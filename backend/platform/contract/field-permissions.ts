/** Fields of a row that need more than the list's own permission: who lacks it gets the row without them. */
import type { PermissionRule } from './permissions'

interface WithFieldPermissions {
  fieldPermissions?: Readonly<Partial<Record<string, PermissionRule>>> | undefined
}
type Can = (rule: PermissionRule) => boolean

export function mayReadField({ fieldPermissions }: WithFieldPermissions, can: Can, field: string): boolean {
  const rule = fieldPermissions?.[field]
  return rule === undefined || can(rule)
}

/** What a list answers of each row: the named fields, or all, as far as this person may read them. */
export function readableFields(
  contract: WithFieldPermissions & { row: { shape: object } },
  can: Can,
  fields: string[] | undefined,
): string[] | undefined {
  const hidden = Object.keys(contract.fieldPermissions ?? {}).filter(
    field => !mayReadField(contract, can, field),
  )
  if (hidden.length === 0) return fields
  return (fields ?? Object.keys(contract.row.shape)).filter(field => !hidden.includes(field))
}

/** What it takes to carry these fields away, in addition to the permission for the list itself. */
export const rulesOfFields = (
  { fieldPermissions }: WithFieldPermissions,
  fields: readonly string[],
): PermissionRule[] => fields.flatMap(field => fieldPermissions?.[field] ?? [])

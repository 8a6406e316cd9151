import { mayReadField } from '../../../backend/platform/contract/field-permissions'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { Resource } from '../definition/resource'
import { readsOf } from './render-context'

/** Those whose fields this person may read: a list says nothing of the others, not even their names. */
export const readableColumns = (
  resource: Resource,
  columns: readonly string[],
  can: (rule: PermissionRule) => boolean,
): string[] =>
  columns.filter(column =>
    readsOf(resource, [column]).every(field => mayReadField(resource.contract, can, field)),
  )

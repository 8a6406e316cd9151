/** Names of the fields that records have, for whoever may list, open or change such records. */
import { customEntity, customFieldsAnswer, customFieldsPath } from '../../platform/contract/custom-values'
import type { Api } from '../../platform/http/api'
import { fieldsOf } from './custom-values.service'

export function register(api: Api): void {
  for (const entity of customEntity.options)
    api.endpoint(
      {
        method: 'GET',
        path: customFieldsPath(entity),
        family: 'configuration',
        summary: `Fields of the tenant’s own that a ${entity} has`,
        // Forms and pages of a record need them as well as its list.
        permission: { any: [`${entity}::list`, `${entity}::get`, `${entity}::update`] },
        response: customFieldsAnswer,
      },
      async ({ db, scope }) => ({
        fields: (await fieldsOf(db, scope.tenantId === null ? null : [scope.tenantId], entity)).map(
          ({ tenant_id, archived_at, choices, ...field }) => ({
            ...field,
            tenant: tenant_id,
            choices: [...choices],
            archived: archived_at !== null,
          }),
        ),
      }),
    )
}

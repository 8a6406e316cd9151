import type { Permission } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { likelyEncodings } from '../../workflow/imports/likely-encodings.service'
import { importClients } from './client-import.service'
import {
  listImportAnswer,
  listImportPaths,
  listImportQuery,
  listKind,
  MAX_LIST_BYTES,
  type ListKind,
} from './exclusion-lists.contract'
import { importNational, type Importing } from './list-import.service'
import { exclusionFamily } from './person.contract'

const kinds: Record<
  ListKind,
  {
    permission: Permission
    summary: string
    run: (importing: Importing) => ReturnType<typeof importNational>
  }
> = {
  national: {
    permission: 'pe_exclusion_onjn::import',
    summary: 'Take a file of the national list: encrypted personal numbers, at most 100,000 a file',
    run: importNational,
  },
  clients: {
    permission: 'pe_exclusion::import',
    summary: 'Take a file of players with their self-exclusions, at most 100,000 a file',
    run: importClients,
  },
}

export function register(api: Api): void {
  for (const kind of listKind.options) {
    const { permission, summary, run } = kinds[kind]
    api.endpoint(
      {
        ...exclusionFamily,
        method: 'POST',
        path: listImportPaths[kind],
        summary,
        permission,
        query: listImportQuery,
        bytes: true,
        maxBytes: MAX_LIST_BYTES,
        response: listImportAnswer,
        // A file's contents are true however often it is sent.
        repeatable: true,
        refuses: [413],
      },
      async ({ deps, actor, scope, query, bytes }) => {
        const tenantId = scope.tenantId ?? query.tenant
        if (tenantId === undefined || (query.tenant !== undefined && query.tenant !== tenantId))
          throw new Problem(422, 'invalid', {
            fields: { tenant: [{ code: tenantId === undefined ? 'required' : 'unknown' }] },
          })
        return run({
          deps,
          actor,
          tenantId,
          bytes,
          step: query.step,
          reading: {
            encoding: query.encoding,
            likely: () => likelyEncodings(deps.db, actor, tenantId),
          },
        })
      },
    )
  }
}

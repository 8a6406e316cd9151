/** Which columns a person sees of an import's rows: kept by the backend like a list's, under the import page's own name. */
import { z } from 'zod'
import type { ImportEntity } from '../../../backend/imports/imports.contract'
import type { GuardedContext } from '../../session/guard.server'
import { offeredColumns, standardColumns } from './columns'

const path = (entity: ImportEntity) => `/api/settings/v1/page-columns/${entity}-import`
const answer = z.looseObject({ columns: z.array(z.string()).nullish() })

/** The standard ones when the choice cannot be read. */
export async function columnsOf(
  { api }: Pick<GuardedContext, 'api'>,
  entity: ImportEntity,
): Promise<string[]> {
  try {
    const { columns } = await api.call('GET', path(entity), { schema: answer })
    const offered = offeredColumns(entity)
    const chosen = [...new Set(columns ?? [])].filter(column => offered.includes(column))
    return chosen.length > 0 ? chosen : standardColumns(entity)
  } catch {
    return standardColumns(entity)
  }
}

/** Null stands for the standard ones. */
export async function saveColumns(
  { api }: Pick<GuardedContext, 'api'>,
  entity: ImportEntity,
  columns: readonly string[] | null,
): Promise<void> {
  await api.call('PUT', path(entity), { body: { columns }, schema: z.unknown() })
}

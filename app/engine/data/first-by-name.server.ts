/** Records for a choice, the first by name: more than a control can offer usefully are reached by their own pages. */
import type { Contract } from '../../../backend/platform/contract/contract'
import type { Api } from '../../api/client.server'

export const firstByName = <C extends Contract>(
  api: Api,
  contract: C,
  rowsPerPage: number,
  fields?: string[],
) =>
  api(contract).list({
    rowsPerPage,
    sortBy: ['name'],
    sortDirection: ['ASC'],
    ...(fields && { fields }),
  })

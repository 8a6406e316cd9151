import { refuseParameters } from '../../engine/export/file-address.server'
import { parquetColumns, parquetHeaders, parquetStream } from '../../engine/export/parquet.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { storedExport } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  refuseParameters(ctx)
  const stored = await storedExport(ctx)
  const { contract, fields } = stored.list.resource
  const columns = parquetColumns(contract.row.shape, stored.found.columns, stored.found.units, fields)
  return new Response(await parquetStream(columns, stored.pieces()), { headers: parquetHeaders(stored.name) })
})

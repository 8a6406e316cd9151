import { refuseParameters } from '../../engine/export/file-address.server'
import { parquetColumns, parquetHeaders, parquetStream } from '../../engine/export/parquet.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { keptFile } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  refuseParameters(ctx)
  const kept = await keptFile(ctx)
  const columns = parquetColumns(kept.list.resource.contract.row.shape, kept.found.columns, kept.found.units)
  return new Response(await parquetStream(columns, kept.pieces()), { headers: parquetHeaders(kept.name) })
})

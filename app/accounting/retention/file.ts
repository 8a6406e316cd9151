/** An archive's Parquet file, handed on piece by piece as it is stored. */
import { pathsOf } from '../../../backend/platform/contract/contract'
import {
  archiveFilePermission,
  archivePiece,
  rawArchivesContract,
} from '../../../backend/accounting/archives/archives.contract'
import { parquetHeaders } from '../../engine/export/parquet.server'
import { refuseParameters } from '../../engine/export/file-address.server'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded(archiveFilePermission, async ctx => {
  refuseParameters(ctx)
  const id = idOf(ctx.params)
  const found = await ctx.api(rawArchivesContract).get(id)
  const pieceAt = (nr: number) =>
    ctx.api.call('GET', `${pathsOf(rawArchivesContract).get}/${id}/piece/${nr}`, { schema: archivePiece })
  // Read before anything is sent: what cannot be read is an error page, not half a file.
  let next = await pieceAt(0)
  let nr = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(Buffer.from(next.content, 'base64'))
      nr += 1
      if (nr < next.pieces) next = await pieceAt(nr)
      else controller.close()
    },
  })
  const { day, stream, part } = found
  return new Response(body, { headers: parquetHeaders(`${stream}-${day}-${part}.csv`) })
})

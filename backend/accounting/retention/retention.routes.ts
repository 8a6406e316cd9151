/** Archives of raw rows: listed, looked at with their verdict, handed out piece by piece. */
import { z } from 'zod'
import { pathsOf } from '../../platform/contract/contract'
import { allows, type PermissionRule } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { logsContract } from '../../telemetry/streams/records.contract'
import { pieceOf } from './archive-file.queries'
import { archiveFilePermission, archivePiece, rawArchivesContract } from '../archives/archives.contract'
import { type ArchivedStream } from '../../platform/contract/archived-span'
import { rawArchivesStore } from './archives.store'

/** Needed in addition to the permission for files, where not everybody who reads slots may read the stream. */
const extraPermissions: Partial<Record<ArchivedStream, PermissionRule>> = {
  logs: logsContract.permissions.list,
}

export function register(api: Api): void {
  crud(api, rawArchivesStore)
  api.endpoint(
    {
      method: 'GET',
      path: `${pathsOf(rawArchivesContract).get}/:id/piece/:nr`,
      family: rawArchivesContract.family,
      summary: 'A piece of an archive’s Parquet file, in base64; pieces are numbered from 0',
      permission: archiveFilePermission,
      params: z.object({ id, nr: z.coerce.number().int().min(0).max(100_000) }),
      response: archivePiece,
    },
    async ({ db, scope, actor, now, params: { id: archive, nr } }) => {
      // Throws 404 for one of somebody else.
      const found = await rawArchivesStore.get(db, scope, archive, now)
      const rule = extraPermissions[found.stream]
      if (rule && !allows(actor.permissions, rule))
        throw new Problem(403, 'forbidden', { details: { permission: rule } })
      const piece = await pieceOf(db, found._id, nr)
      if (!piece) throw new Problem(404, 'not_found')
      return piece
    },
  )
}

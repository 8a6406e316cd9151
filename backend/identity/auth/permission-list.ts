/** The catalogue of the release as rows, so that it can be listed, filtered and referred to like anything else. */
import { createHash } from 'node:crypto'
import { fold } from '../../platform/contract/fold'
import { permissionGroups } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { systemOnly } from './system-only.service'

/** The same in every installation, so that a bookmarked address means the same permission everywhere. */
const permissionId = (name: string): string =>
  createHash('sha256').update(`permission ${name}`).digest('hex').slice(0, 24)

/** At each start: the list follows the release. Several backends may do it at once. */
export async function seedPermissions(db: Db, now: number): Promise<void> {
  const rows = Object.entries(permissionGroups).flatMap(([kind, names]) =>
    names.map(name => ({
      id: permissionId(name),
      version: 1,
      name,
      entity: name.split('::')[0] ?? name,
      kind,
      system_only: systemOnly.has(name) ? 1 : 0,
      search: fold(name.replaceAll(/[_:]+/g, ' ') + ` ${name}`),
      archived_at: null,
      created_at: now,
      updated_at: now,
    })),
  )
  // Of another backend's row either its id or its name may be met first.
  await db
    .insertInto('permissions')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const standing = new Map(
    (await db.selectFrom('permissions').select(['id', 'kind', 'system_only']).execute()).map(row => [
      row.id,
      row,
    ]),
  )
  for (const { id, kind, system_only } of rows) {
    const row = standing.get(id)
    if (row?.kind !== kind || row.system_only !== system_only)
      await db.updateTable('permissions').set({ kind, system_only }).where('id', '=', id).execute()
  }
  await db
    .deleteFrom('permissions')
    .where(
      'id',
      'not in',
      rows.map(row => row.id),
    )
    .execute()
}

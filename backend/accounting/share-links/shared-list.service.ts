/**
 * A list or stream whose rows were written into a file: a link shows these rows as they were then, whatever is
 * changed later.
 */
import { z } from 'zod'
import { exportPermission } from '../../platform/contract/export-permission'
import { listRequest } from '../../platform/contract/list'
import { allows } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import { localTime } from '../../platform/contract/time-zone'
import type { Db } from '../../platform/db/database'
import { exportChunk, type DataExport } from '../../workflow/exports/exports.contract'
import { readExport, type Sources } from '../../workflow/exports/seen-exports.service'
import { MOST_SHARED_BYTES, MOST_SHARED_ROWS, sharedList, type SharedList } from './share-links.contract'
import type { Making, Shareable } from './shareable'
import { readSnapshot, storeSnapshot } from './snapshots.service'

const ADDRESS = /^\/data-exports\/([0-9a-f]{24})$/

export const sharedLists = (sources: Sources): Shareable => ({
  async find(making, { document: address }) {
    const { db, actor, now } = making
    const [, file] = ADDRESS.exec(address) ?? []
    const found = file === undefined ? null : await exportOf(() => readExport(db, actor, sources, file, now))
    const source = found && sources.get(found.list)
    // One of a whole installation is no tenant's. Somebody else may have been shown more than this person is.
    if (!found?.tenant || !found.own || !source) return null
    const { as_of, time_zone, rows, bytes, state } = found
    demandForOutsiders(source.contract.confidential, found.columns)
    if (state !== 'done' || as_of === null || rows === null) throw refused('not_done')
    if (rows > MOST_SHARED_ROWS) throw refused('too_many_rows', { limit: MOST_SHARED_ROWS })
    if ((bytes ?? 0) > MOST_SHARED_BYTES) throw refused('too_much_text')
    const tenantId = found.tenant._id
    return {
      tenantId,
      locationId: null,
      document: address,
      period: localTime(as_of, time_zone).toFormat('yyyy-MM-dd'),
      revision: 1,
      // Whoever may take the file along may hand on what is in it.
      readBy: { all: ['data_export::create', exportPermission(source.contract)] },
      target: async () => {
        const names = await namesOf(making, sources, found)
        return storeSnapshot(db, tenantId, { ...(await contentOf(db, found)), as_of, names }, now)
      },
    }
  },

  async show(db: Db, target: string) {
    const list = await readSnapshot(db, target, sharedList)
    return list && { seal: null, forms: null, list, files: ['xlsx', 'csv'] }
  },

  file: () => Promise.resolve(null),
})

const refused = (code: string, params?: Record<string, number | string>) =>
  invalidField('document', code, params)

/** Throws 422 for what is personal or secret. */
function demandForOutsiders(confidential: 'all' | readonly string[] = [], columns: readonly string[]): void {
  if (confidential === 'all') throw refused('confidential_list')
  const found = columns.filter(column => confidential.includes(column))
  if (found.length > 0) throw refused('confidential_columns', { columns: found.join(', ') })
}

/** Null for what is not there or not in scope. */
async function exportOf(read: () => Promise<DataExport>): Promise<DataExport | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

async function contentOf(
  db: Db,
  { _id, page, address, columns, shown, units, time_zone }: DataExport,
): Promise<Omit<SharedList, 'as_of' | 'names'>> {
  const chunks = await db
    .selectFrom('data_export_chunks')
    .select('rows')
    .where('export_id', '=', _id)
    .orderBy('nr')
    .execute()
  const rows = chunks.flatMap(chunk => exportChunk.shape.rows.parse(JSON.parse(chunk.rows ?? '[]')))
  return { page, address, columns, shown, units, time_zone, rows }
}

const titled = z.object({
  _id: z.string(),
  name: z.string().nullish(),
  serial: z.string().nullish(),
  mac: z.string().nullish(),
})

/** Of what the list is narrowed to, as far as its maker may list such: a filter is called as what it is of. */
async function namesOf(
  { db, actor, scope, now }: Making,
  sources: Sources,
  { _id }: DataExport,
): Promise<Record<string, string>> {
  const order = await db
    .selectFrom('data_exports')
    .select('request')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const { exactFields, exactValues } = listRequest.parse(JSON.parse(order.request))
  const names: Record<string, string> = {}
  for (const [nr, field] of exactFields.entries()) {
    const source = [...sources.values()].find(({ contract }) => contract.one === field)
    if (!source || source.contract.confidential === 'all') continue
    if (!allows(actor.permissions, source.contract.permissions.list)) continue
    const ids = [exactValues[nr]].flat().filter(value => id.safeParse(value).success) as string[]
    for (const row of await source.present(db, scope, ids, now)) {
      const { _id: one, name, serial, mac } = titled.parse(row)
      names[one] = name ?? serial ?? mac ?? one
    }
  }
  return names
}

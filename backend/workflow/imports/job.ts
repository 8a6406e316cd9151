/** An import as its work needs it. */
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { allows } from '../../platform/contract/permissions'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import type { May } from './import-job'
import { type ImportEntity, type ImportMode } from './imports.contract'
import type { ImportsTable } from './imports.table'
import { importerOf } from './importers'
import type { Job } from './import-job'

/** Who ordered it, as the audit log names them. */
export interface Orderer extends Pick<Actor, 'kind' | 'id' | 'name' | 'tenantId' | 'ip' | 'requestId'> {
  may: May
  /** Who brought the file; left out only before its first step, where they are who orders it. */
  broughtBy?: Pick<Orderer, 'id' | 'may'>
}

export function ordererOf(
  { kind, id, name, tenantId, ip, requestId, permissions }: Actor,
  entity: ImportEntity,
): Orderer {
  const { archive, unarchive } = importerOf(entity).kind.permissions
  const may = {
    archive: allows(permissions, archive),
    unarchive: allows(permissions, unarchive),
    test_mode: allows(permissions, 'smib::toggle_test'),
    log_mode: allows(permissions, 'smib::toggle_log'),
  }
  return { kind, id, name, tenantId, ...(ip && { ip }), ...(requestId && { requestId }), may }
}

/** As an actor of its own: the work is done in their name, later. */
export const actorOf = ({ may: _may, broughtBy: _broughtBy, ...who }: Orderer): Actor => ({
  ...who,
  permissions: {},
})

export const storedImport = async (db: Db, id: string): Promise<ImportsTable> => {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found', { message: 'No such import' })
  return row
}

export function jobOf(row: ImportsTable, now: number): Job & { orderer: Orderer; id: string } {
  const orderer = JSON.parse(row.actor) as Orderer
  return {
    id: row.id,
    orderer,
    entity: row.entity as ImportEntity,
    mode: row.mode as ImportMode,
    may: orderer.may,
    now,
    // An import keeps to the tenant it was made for, whoever goes on with it.
    scope: row.tenant_id === SYSTEM_TENANT ? { tenantId: null } : scopeOf({ tenantId: row.tenant_id }),
    columns: JSON.parse(row.columns) as Job['columns'],
  }
}

/** Of a step of an import that is stored: who brought it stays known. */
export function nextOrdererOf(actor: Actor, row: ImportsTable): Orderer {
  const { id, may, broughtBy = { id, may } } = JSON.parse(row.actor) as Orderer
  return { ...ordererOf(actor, row.entity as ImportEntity), broughtBy }
}

/**
 * For a check, whoever orders it: it shows what rows would change, which is for the eyes of who brought the file, and
 * promises what they may commit.
 */
export function asBrought(row: ImportsTable): ImportsTable {
  const orderer = JSON.parse(row.actor) as Orderer
  return { ...row, actor: JSON.stringify({ ...orderer, ...orderer.broughtBy }) }
}

/** What rules leave of the network to whoever ordered the step: the rest does not exist for their file either. */
export const seenByOrderer = (db: Db, row: ImportsTable): Promise<Db> =>
  asSeenBy(db, (JSON.parse(row.actor) as Orderer).id)

/** A log that plain SQL may change, since its triggers are taken off, and what its check says of it. */
import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import type { Actor } from '../../backend/platform/request/actor'
import { people, tenants, wednesday } from '../people'
import { testBackend, type TestBackend } from './backend'
import { recordChange } from '../../backend/platform/audit/audit.service'
import { verifyLog, type LogCheck } from '../../backend/platform/audit/verify'

export const [carpathia, lusitania] = [tenants.carpathia.id, tenants.lusitania.id]
export const ana: Actor = {
  kind: 'user',
  id: people.ana.id,
  name: people.ana.fullName,
  tenantId: SYSTEM_TENANT,
  permissions: {},
}

/** A new one for each test. */
export function sealedLog() {
  let b: TestBackend
  beforeEach(async () => {
    b = await testBackend({
      empty: true,
      env: { SESSION_SECRET: 'a secret of at least thirty-two characters' },
    })
    for (const trigger of b.deps.engine === 'postgres'
      ? ['audit_log_append_only']
      : ['audit_log_no_update', 'audit_log_no_delete']) {
      await sql`drop trigger ${sql.ref(trigger)} ${b.deps.engine === 'postgres' ? sql`on audit_log` : sql``}`.execute(
        b.db,
      )
    }
  })
  afterEach(() => b.close())

  const write = async (tenantId: string, count = 1) => {
    for (let nr = 0; nr < count; nr++)
      await b.db
        .transaction()
        .execute(tx =>
          recordChange(
            tx,
            ana,
            { entity: 'slot', id: `slot-${nr}`, tenantId, action: 'lock', before: null, after: { nr } },
            wednesday,
          ),
        )
  }
  const check = (anchors: [string, number, string][] = []) => verifyLog(b.db, { tenantId: null }, anchors)
  const summaryOf = ({ ok, registry, chains }: LogCheck) => ({
    ok,
    registry: registry.problem,
    ...Object.fromEntries(
      chains
        .filter(chain => !chain.ok)
        .map(chain => [
          chain.tenant_id === carpathia ? 'carpathia' : 'lusitania',
          [chain.problem, chain.broken_at],
        ]),
    ),
  })
  const good = { ok: true, registry: null }
  const headOf = (tenantId: string) =>
    b.db.selectFrom('audit_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
  const removeFrom = (tenantId: string, seq: number) =>
    b.db.deleteFrom('audit_log').where('tenant_id', '=', tenantId).where('seq', '>=', seq).execute()
  const hashAt = async (tenantId: string, seq: number) =>
    (
      await b.db
        .selectFrom('audit_log')
        .select('hash')
        .where('tenant_id', '=', tenantId)
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow()
    ).hash
  return { backendOf: () => b, write, check, summaryOf, headOf, removeFrom, hashAt, good }
}

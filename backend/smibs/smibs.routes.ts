import { recordChanges } from '../audit/audit.service'
import type { ActionResult, RowOf } from '../contract/contract'
import type { Db } from '../db/database'
import type { Actor } from '../http/actor'
import type { Api } from '../http/api'
import { command, crud } from '../http/crud'
import { smibsContract } from './smibs.contract'
import { smibsStore } from './smibs.store'

export function register(api: Api): void {
  crud(api, smibsStore)
  const { toggle_test, toggle_log } = smibsContract.actions
  command(api, smibsStore, toggle_test, 'Turn test mode on or off', (context, rows) => toggle(context, rows, 'test_mode'))
  command(api, smibsStore, toggle_log, 'Turn log mode on or off', (context, rows) => toggle(context, rows, 'log_mode'))
}

async function toggle({ db, actor, now }: { db: Db; actor: Actor; now: number }, smibs: RowOf<typeof smibsContract>[], mode: 'test_mode' | 'log_mode'): Promise<ActionResult[]> {
  const live = smibs.filter(smib => smib.archived_at === null)
  for (const smib of live) {
    await db.updateTable('smibs').set(row => ({ [mode]: smib[mode] ? 0 : 1, updated_at: now, version: row('version', '+', 1) })).where('id', '=', smib._id).execute()
  }
  await recordChanges(db, actor, live.map(smib => ({
    entity: 'smib', id: smib._id, tenantId: smib.tenant._id, action: mode === 'test_mode' ? 'toggle_test' : 'toggle_log',
    before: { mac: smib.mac, [mode]: smib[mode] }, after: { mac: smib.mac, [mode]: !smib[mode] },
  })), now)
  return smibs.map(smib => (smib.archived_at === null ? { id: smib._id, outcome: 'done' } : { id: smib._id, outcome: 'skipped', reason: 'archived' }))
}

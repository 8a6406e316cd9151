import { recordChange } from '../audit/audit.service'
import type { ActionResult } from '../contract/contract'
import type { Db } from '../db/database'
import { scopeOf, type Actor } from '../http/actor'
import type { Api } from '../http/api'
import { command, crud } from '../http/crud'
import { smibsContract } from './smibs.contract'
import { smibsStore } from './smibs.store'

export function register(api: Api): void {
  crud(api, smibsStore)
  const { toggle_test, toggle_log } = smibsContract.actions
  command(api, smibsStore, toggle_test, 'Turn test mode on or off', (context, id) => toggle(context, id, 'test_mode'))
  command(api, smibsStore, toggle_log, 'Turn log mode on or off', (context, id) => toggle(context, id, 'log_mode'))
}

async function toggle({ db, actor, now }: { db: Db; actor: Actor; now: number }, id: string, mode: 'test_mode' | 'log_mode'): Promise<Omit<ActionResult, 'id'>> {
  const before = await smibsStore.get(db, scopeOf(actor), id, now)
  if (before.archived_at !== null) return { outcome: 'skipped', reason: 'archived' }
  const on = !before[mode]
  await db.updateTable('smibs').set(row => ({ [mode]: on ? 1 : 0, updated_at: now, version: row('version', '+', 1) })).where('id', '=', id).execute()
  await recordChange(db, actor, { entity: 'smib', id, tenantId: before.tenant._id, action: `toggle_${mode === 'test_mode' ? 'test' : 'log'}`, before: { [mode]: before[mode] }, after: { [mode]: on } }, now)
  return { outcome: 'done' }
}

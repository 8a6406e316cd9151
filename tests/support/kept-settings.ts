/** A settings record as if somebody had saved it: for tests that are about what it does. */
import type { SetKind } from '../../backend/platform/layered-settings/config.table'
import type { TestBackend } from './backend'

export async function writeSetForTest(
  { db, clock }: Pick<TestBackend, 'db' | 'clock'>,
  kind: SetKind,
  owner: string,
  values: Record<string, string | number | boolean>,
): Promise<void> {
  await db.deleteFrom('config_sets').where('kind', '=', kind).where('owner_id', '=', owner).execute()
  await db
    .insertInto('config_sets')
    .values({
      kind,
      owner_id: owner,
      tenant_id: owner,
      version: 1,
      values_json: JSON.stringify(values),
      changed_by: 'test',
      changed_by_name: 'Test',
      changed_at: clock(),
      source: 'form',
      restored_from: null,
      reason: null,
    })
    .execute()
}

/** Three of everything in player exclusion, each of another kind, one of each archived. */
import { newId } from '../../backend/platform/db/new-id'
import { locations, tenants } from '../people'
import type { TestBackend } from './backend'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

const base = '/api/player-exclusion-processor/v1'

export async function keepOut({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  const documents = [
    { document_type: 'cnp', document_number: '3991231400010' },
    { document_type: 'cnp', document_number: '4990615120025' },
    { document_type: 'passport', document_number: 'XB123456' },
  ]
  const players: string[] = []
  for (const one of documents) {
    const { player } = await demand(`${base}/player`, {
      full_name: `Player ${players.length}`,
      tenant: tenants.carpathia.id,
      ...one,
    })
    players.push(player?._id ?? '')
  }
  const [first, second, third] = players
  for (const [player, source] of [
    [first, 'player'],
    [second, 'national'],
    [third, 'court'],
  ])
    await demand(`${base}/self-exclusion`, { player, source })
  for (const [player, cause] of [
    [first, 'violence'],
    [second, 'fraud'],
    [third, 'debt'],
  ])
    await demand(`${base}/blacklist`, { player, cause, reason: 'Seen by the staff' })
  for (const number of ['3991231400010', '1070504429315', '123'])
    await demand(`${base}/player-scan`, { location: locations.cluj.id, number })
  const now = clock()
  await db
    .insertInto('onjn_exclusions')
    .values(
      [0, 1, 2].map(nr => ({
        id: newId(now + nr),
        version: 1,
        tenant_id: tenants.carpathia.id,
        hash: String(nr).repeat(64),
        generation: 1,
        mark: String(nr).repeat(8),
        added_on: null,
        valid_from: nr === 1 ? now + 90 * 86_400_000 : now,
        removed_at: nr === 2 ? now : null,
        search: String(nr).repeat(8),
        archived_at: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  const over = { valid_to: now, cancelled_at: now, archived_at: now }
  await db
    .updateTable('self_exclusions')
    .set(over)
    .where('player_id', '=', third ?? '')
    .execute()
  await db
    .updateTable('blacklists')
    .set(over)
    .where('player_id', '=', third ?? '')
    .execute()
  for (const table of ['players', 'onjn_exclusions', 'player_scans'] as const) {
    const { id } = await db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await db.updateTable(table).set({ archived_at: now }).where('id', '=', id).execute()
  }
}

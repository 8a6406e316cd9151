/** Jackpots of two tenants with levels, sources and wins in three states. */
import { levelKinds } from '../../backend/workflow/second-person/approval-kinds.contract'
import { locations, slots, tenants } from '../people'
import type { TestBackend } from './backend'
import { snapshotRow, tellingRow } from './jackpot-rows'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

const base = '/api/jackpot-manager/v1'

export async function fillJackpots(backend: TestBackend, demand: Demand): Promise<void> {
  const { db, clock } = backend
  const lei = (minor: number) => ({ minor, currency: 'RON' })
  for (const [nr, [name, tenant, location, kind]] of (
    [
      ['Noroc', tenants.carpathia.id, locations.cluj.id, 'mystery'],
      ['Marea', tenants.carpathia.id, null, 'progressive'],
      ['Sorte', tenants.lusitania.id, null, 'mystery'],
    ] as const
  ).entries()) {
    const jackpot =
      (await demand(`${base}/jackpot`, { name, tenant, location, kind, currency: 'RON' })).jackpot?._id ?? ''
    const range = kind === 'mystery' ? { hit_from: lei(30_000), hit_to: lei(50_000 + nr) } : {}
    const level =
      (
        await demand(`${base}/jackpot-level`, {
          jackpot,
          name: `Mini ${nr}`,
          position: nr + 1,
          seed: lei(20_000 + nr),
          visible: 50 + nr,
          hidden: 10,
          ...range,
        })
      )['jackpot-level']?._id ?? ''
    await fillDisplays(demand, {
      location: (nr === 2 ? locations.porto : nr === 1 ? locations.braila : locations.cluj).id,
      levels: nr === 2 ? [] : [level],
      nr,
    })
    await demand(`${base}/jackpot-source`, { jackpot, name: `Hall ${nr}` })
    await db
      .updateTable('jackpot_levels')
      .set({ hits: nr, last_hit_at: clock() - nr * 60_000, ...(nr === 1 && { state: 'hit' as const }) })
      .where('id', '=', level)
      .execute()
    await db
      .insertInto('jackpot_wins')
      .values({
        id: level.replace(/^./, 'e'),
        tenant_id: tenant,
        search: `mini-${nr}`,
        version: 1,
        archived_at: nr === 2 ? clock() : null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
        number: `MINI-${nr}`,
        jackpot_id: jackpot,
        level_id: level,
        slot_id: (nr === 2 ? slots.ribeira : nr === 1 ? slots.harbour : slots.bellLink).id,
        location_id: nr === 2 ? locations.porto.id : nr === 1 ? locations.braila.id : locations.cluj.id,
        currency: 'RON',
        state: (['celebrating', 'payment_pending', 'paid'] as const)[nr] ?? 'paid',
        run: 1,
        won_at: clock() - nr * 60_000,
        amount_minor: 40_000 + nr,
        point_minor: 40_000 + nr,
        point_nonce: 'ab',
        point_hash: 'cd',
        evidence: JSON.stringify({ value_before: 39_990, value_after: 40_010, contributions: [] }),
        slot_state: 'online',
        stopped_at: null,
        paid_at: nr === 2 ? clock() : null,
        paid_by: nr === 2 ? 'Paulo' : null,
        payment_reason: null,
        payment_method: nr === 2 ? 'hand' : null,
        aft_command_id: null,
        aft_transaction_id: null,
        reset_at: null,
      })
      .execute()
    await db
      .insertInto('approvals')
      .values({
        id: level.replace(/^./, 'c'),
        tenant_id: tenant,
        search: `mini ${nr}`,
        version: 1,
        archived_at: nr === 2 ? clock() : null,
        created_at: clock() + nr,
        updated_at: clock() + nr,
        jackpot_id: jackpot,
        level_id: level,
        level_name: `Mini ${nr}`,
        location_id: location,
        kind: levelKinds[nr] ?? 'jackpot_reset',
        about: `level ${level}`,
        cause: `Because ${nr}`,
        asked_by_id: 'a'.repeat(24),
        asked_by: `Person ${nr}`,
        expires_at: clock() + 86_400_000 + nr,
        answer: nr === 2 ? 'refused' : null,
        answered_by: nr === 2 ? 'Paulo' : null,
        answered_at: nr === 2 ? clock() : null,
        answer_reason: nr === 2 ? 'Not needed' : null,
      })
      .execute()
    const place = (nr === 2 ? locations.porto : nr === 1 ? locations.braila : locations.cluj).id
    await db
      .insertInto('jackpot_snapshots')
      .values(snapshotRow({ nr, tenant, level, jackpot, location: place, now: clock() }))
      .execute()
    const slot = (nr === 2 ? slots.ribeira : nr === 1 ? slots.harbour : slots.bellLink).id
    await db
      .insertInto('jackpot_tellings')
      .values(tellingRow({ nr, tenant, level, slot, location: place, now: clock() }))
      .execute()
  }
}

const displays = '/api/display-channels/v1'

async function fillDisplays(
  demand: Demand,
  { location, levels, nr }: { location: string; levels: string[]; nr: number },
): Promise<void> {
  const theme = (['calm', 'bright', 'dark'] as const)[nr] ?? 'calm'
  const { 'display-channel': channel } = await demand(`${displays}/display-channel`, {
    name: `Hall ${nr}`,
    location,
    theme,
    language: (['ro', 'en', 'pt'] as const)[nr] ?? 'ro',
    levels,
  })
  await demand(`${displays}/display`, { channel: channel?._id, name: `Wall ${nr}`, place: `Row ${nr}` })
}

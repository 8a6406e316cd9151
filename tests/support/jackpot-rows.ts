/** Checkpoints of jackpot levels, and what slots have told: as they stand in the database. */
import type { Insertable } from 'kysely'
import type { Tables } from '../../backend/platform/db/tables'

interface Of {
  /** 0: won by itself; 1: matches nothing; 2: archived, dismissed. */
  nr: number
  tenant: string
  location: string
  level: string
  now: number
}

export const snapshotRow = ({
  nr,
  tenant,
  location,
  level,
  jackpot,
  now,
}: Of & { jackpot: string }): Insertable<Tables['jackpot_snapshots']> => ({
  id: level.replace(/^./, 'b'),
  tenant_id: tenant,
  search: '',
  version: 1,
  archived_at: nr === 2 ? now : null,
  created_at: now + nr,
  updated_at: now + nr,
  location_id: location,
  jackpot_id: jackpot,
  level_id: level,
  currency: 'RON',
  gaming_day: `2026-03-0${nr + 1}`,
  day_before: `2026-03-0${nr}`,
  state: 'running',
  revision: 1,
  ends_at: now - nr * 60_000,
  run: 1,
  value_minor: 20_000 + nr,
  kept_minor: 10,
  visible: 1_000_000,
  hidden: 500_000,
  added_visible: 400_000,
  added_hidden: 200_000,
  wins: nr,
  won_minor: nr * 20_000,
  is_whole: 1,
})

export function tellingRow({
  nr,
  tenant,
  location,
  level,
  slot,
  now,
}: Of & { slot: string }): Insertable<Tables['jackpot_tellings']> {
  const at = now - nr * 60_000
  const report = { code: '51', at, level: nr + 1, amount: 40_000 + nr }
  return {
    id: level.replace(/^./, 'd'),
    tenant_id: tenant,
    search: '',
    version: 1,
    archived_at: nr === 2 ? now : null,
    created_at: now + nr,
    updated_at: now + nr,
    slot_id: slot,
    location_id: location,
    currency: 'RON',
    state: (['won', 'unmatched', 'dismissed'] as const)[nr] ?? 'won',
    cause: nr === 1 ? 'amount' : null,
    level_id: nr === 2 ? null : level,
    win_id: nr === 0 ? level.replace(/^./, 'e') : null,
    evidence: JSON.stringify([report]),
    level_nr: nr + 1,
    amount_minor: 40_000 + nr,
    from_at: at,
    to_at: at,
    look_at: at,
    decided_by: nr === 2 ? 'Paulo' : null,
    decision_reason: nr === 2 ? 'A test' : null,
    decided_at: nr === 2 ? now : null,
  }
}

/** What the fraud detector found, and what was edited: on two slots, each in another state. */
import { roleId } from '../../backend/identity/auth/roles'
import { newId } from '../../backend/platform/db/new-id'
import { locations, people, slots, smibs, tenants } from '../people'
import type { TestBackend } from './backend'

/** Messages that somebody ignored, one of them counting again: on paper alone, nothing was booked of them. */
async function fillIgnored({ db, clock }: TestBackend): Promise<void> {
  const now = clock()
  const nothing = { minor: 0, currency: 'RON' as const }
  for (const [nr, state] of (['ignored', 'ignored', 'restored'] as const).entries())
    await db
      .insertInto('ignored_messages')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        smib_id: nr === 0 ? smibs.bellLink.id : smibs.novoline.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        state,
        run: 0,
        message_seq_nr: 100 + nr,
        at: now - 7_200_000 + nr,
        nano: 0,
        readings: 1,
        cause: 'A reading of the test bench',
        ignored_by: people.ana.fullName,
        moved_minor: -500 * nr,
        currency: 'RON',
        effect: JSON.stringify({
          hours: [],
          days: [],
          more: false,
          total: { meters: {}, net_win: nothing },
          largest: nothing,
        }),
        restored_by: state === 'restored' ? people.ana.fullName : null,
        restored_at: state === 'restored' ? now : null,
        restored_reason: state === 'restored' ? 'It was a real one' : null,
      })
      .execute()
}

/** Readings that somebody entered, one of them taken back: on paper alone, too. */
async function fillManual({ db, clock }: TestBackend): Promise<void> {
  const now = clock()
  const nothing = { minor: 0, currency: 'RON' as const }
  for (const [nr, state] of (['counts', 'counts', 'taken_back'] as const).entries())
    await db
      .insertInto('manual_readings')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        state,
        kind: nr === 1 ? 'opening' : 'reading',
        at: now - 7_200_000 + nr,
        gaming_day: '2026-03-10',
        meters: JSON.stringify({ coin_in: 1_000 + nr }),
        cause: 'Its SMIB was away for repair',
        entered_by: people.ana.fullName,
        moved_minor: 500 * nr,
        currency: 'RON',
        effect: JSON.stringify({
          hours: [],
          days: [],
          more: false,
          total: { meters: {}, net_win: nothing },
          largest: nothing,
        }),
        import_id: null,
        taken_back_by: state === 'taken_back' ? people.ana.fullName : null,
        taken_back_at: state === 'taken_back' ? now : null,
        taken_back_reason: state === 'taken_back' ? 'Misread' : null,
      })
      .execute()
}

/** Parts of messages that somebody corrected or left out, one of them taken back: on paper alone, too. */
async function fillEdits({ db, clock }: TestBackend): Promise<void> {
  const now = clock()
  const nothing = { minor: 0, currency: 'RON' as const }
  for (const [nr, bucket] of (['events', 'counters', 'slotdata'] as const).entries())
    await db
      .insertInto('message_edits')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        smib_id: nr === 0 ? smibs.bellLink.id : smibs.novoline.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        state: nr === 2 ? 'taken_back' : 'holds',
        bucket,
        does: nr === 1 ? 'correct' : 'leave_out',
        run: 0,
        message_seq_nr: 200 + nr,
        message_at: now - 7_200_000 + nr,
        at: now - 7_200_000 + nr,
        nano: 0,
        item: nr === 1 ? '0' : newId(now),
        gaming_day: '2026-03-10',
        before: JSON.stringify({ coin_in: 1_000 }),
        after: JSON.stringify(nr === 1 ? { coin_in: 900 } : {}),
        kept: '{}',
        cause: 'The board was wired wrongly',
        edited_by: people.ana.fullName,
        moved_minor: -100 * nr,
        currency: 'RON',
        effect: JSON.stringify({
          hours: [],
          days: [],
          more: false,
          total: { meters: {}, net_win: nothing },
          largest: nothing,
        }),
        taken_back_by: nr === 2 ? people.ana.fullName : null,
        taken_back_at: nr === 2 ? now : null,
        taken_back_reason: nr === 2 ? 'It was right' : null,
      })
      .execute()
}

/** Rules of two tenants, and what one of them found. */
async function fillAlarms({ db, clock }: TestBackend, demand: Demand): Promise<void> {
  const now = clock()
  const silence = { watched: 'silence', threshold: 30, tenant: tenants.carpathia.id }
  const found = await demand('/api/alarms/v1/alarm-rule', {
    ...silence,
    name: 'Silent for half an hour',
    locations: [locations.cluj.id],
    quiet_from: '23:00',
    quiet_to: '07:00',
    text_en: '{serial} is silent',
  })
  await demand('/api/alarms/v1/alarm-rule', {
    name: 'Many jams',
    watched: 'event',
    code: '28',
    threshold: 20,
    window_minutes: 60,
    severity: 'info',
    tenant: tenants.lusitania.id,
  })
  await demand('/api/alarms/v1/alarm-rule', {
    name: 'Nothing played',
    watched: 'measure',
    measure: 'coin_in',
    operator: 'at_most',
    amount: { minor: 0, currency: 'RON' },
    window_hours: 24,
    severity: 'alarm',
    enabled: false,
    tenant: tenants.carpathia.id,
  })
  await demand('/api/alarms/v1/alarm-rule', { ...silence, name: 'An old one' })
  const turns = { tenant: tenants.carpathia.id, starts_on: '2026-03-02' }
  const order = await demand('/api/alarms/v1/on-call-order', { ...turns, name: 'Nights', people: ['mihai'] })
  for (const [name, hours] of [
    ['Weekends', 24],
    ['Technicians', 12],
  ] as const)
    await demand('/api/alarms/v1/on-call-order', {
      ...turns,
      name,
      people: ['olga', 'mihai'],
      turn_hours: hours,
    })
  const rule = found['alarm-rule']?._id
  for (const [minutes, whom] of [
    [10, { order: order['on-call-order']?._id }],
    [30, { users: [people.mihai.id] }],
    [60, { roles: [roleId('manager')] }],
  ] as const)
    await demand('/api/alarms/v1/alarm-step', { rule, minutes, ...whom })
  await db.updateTable('alarm_rules').set({ archived_at: now }).where('name', '=', 'An old one').execute()
  for (const [nr, state] of (['open', 'open', 'cleared'] as const).entries())
    await db
      .insertInto('alarms')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        search: '',
        version: 1,
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        rule_id: found['alarm-rule']?._id ?? '',
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        state,
        severity: nr === 0 ? 'alarm' : 'warning',
        watched: 'silence',
        since: now - 3_600_000 + nr,
        value: 31 + nr,
        threshold: 30,
        unit: 'min',
        currency: null,
        cleared_at: state === 'open' ? null : now + nr,
        cleared_by: state === 'open' ? null : 'value',
        acknowledged_by: nr === 1 ? people.mihai.fullName : null,
        acknowledged_at: nr === 1 ? now : null,
        acknowledged_note: nr === 1 ? 'The technician is on the way' : null,
        escalated_after: nr === 1 ? 10 : null,
      })
      .execute()
}

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

export async function fillAnomalies(backend: TestBackend, demand: Demand): Promise<void> {
  await fillAlarms(backend, demand)
  await fillEdits(backend)
  await fillIgnored(backend)
  await fillManual(backend)
  const { db, clock } = backend
  const now = clock()
  for (const [nr, state] of (['open', 'acknowledged', 'cleared'] as const).entries())
    await db
      .insertInto('anomalies')
      .values({
        id: newId(now),
        tenant_id: tenants.carpathia.id,
        location_id: locations.cluj.id,
        slot_id: nr === 0 ? slots.bellLink.id : slots.novoline.id,
        version: 1,
        search: '',
        archived_at: null,
        created_at: now + nr,
        updated_at: now + nr,
        state,
        rule: (['bill_rejects_per_hour', 'max_door_open', 'max_handpay'] as const)[nr] ?? 'clock_drift',
        first_at: now - 3_600_000 + nr,
        last_at: now - 3_000_000 + nr,
        count: 37 - nr,
        value: 37,
        threshold: 20,
        currency: 'RON',
        acknowledged_by: state === 'open' ? null : people.mihai.fullName,
        acknowledged_at: state === 'open' ? null : now,
        cleared_by: state === 'cleared' ? people.ana.fullName : null,
        cleared_at: state === 'cleared' ? now : null,
        cleared_reason: state === 'cleared' ? 'The acceptor was cleaned' : null,
      })
      .execute()
}

/**
 * Edits of a slot's readings between its deliveries: messages that are ignored, readings that a person enters, and both
 * taken back.
 */
import { expect } from 'vitest'
import { NO_SMIB } from '../../backend/telemetry/readings/meters.contract'
import type { RepairEffect } from '../../backend/accounting/repairs/repairs.contract'
import { slots } from '../people'
import type { Envelope, TestBackend } from './backend'

export type Figures = Record<'coin_in' | 'coin_out' | 'games_played', number>
const slotId = slots.bellLink.id

export function editsIn<Kept extends { days: readonly Figures[] }>(
  backend: () => TestBackend,
  kept: () => Promise<Kept>,
) {
  const sumIn = ({ days }: Kept, name: keyof Figures) => days.reduce((sum, one) => sum + one[name], 0)
  /** As the preview said. */
  async function expectMoved(before: Kept, { total }: RepairEffect): Promise<void> {
    const after = await kept()
    for (const name of ['coin_in', 'coin_out', 'games_played'] as const)
      expect(sumIn(after, name) - sumIn(before, name)).toBe(total.meters[name] ?? 0)
  }

  /** A message is ignored, or counts again. */
  async function ignoring(which: number, choice: 'omit' | 'restore'): Promise<boolean> {
    const send = (path: string, body: object) =>
      backend().json<Envelope & { data: { preview: { effect: RepairEffect; ignored: string | null } } }>(
        `/api/rawdata/v1/${path}`,
        { as: 'ana', body },
      )
    const ignored = await backend()
      .db.selectFrom('ignored_messages')
      .select(['id', 'effect'])
      .where('state', '=', 'ignored')
      .orderBy('id')
      .execute()
    const before = await kept()
    if (choice === 'restore') {
      const one = ignored[which % Math.max(1, ignored.length)]
      if (!one) return false
      const done = await send('ignored-message-restore', { ids: [one.id], reason: 'It was right' })
      expect(done.status).toBe(200)
      return true
    }
    const readings = await backend()
      .db.selectFrom('counter_readings')
      .select(['smib_id', 'server_time', 'message_seq_nr'])
      .where('slot_id', '=', slotId)
      .where('smib_id', '<>', NO_SMIB)
      .orderBy('server_time')
      .orderBy('server_nano')
      .orderBy('message_seq_nr')
      .orderBy('game_nr')
      .orderBy('smib_id')
      .execute()
    const one = readings[which % Math.max(1, readings.length)]
    if (!one) return false
    const key = { smib: one.smib_id, at: one.server_time, message_seq_nr: one.message_seq_nr }
    const preview = await send('ignore-message-preview', key)
    expect(await kept()).toEqual(before)
    const done = await send('ignore-message', { ...key, reason: 'A frame of another machine' })
    // Nor is a message of which somebody has corrected a reading.
    expect(done.status).toBe(preview.status === 200 && !preview.body.data.preview.ignored ? 200 : 409)
    if (done.status !== 200) return false
    await expectMoved(before, preview.body.data.preview.effect)
    return true
  }

  /** A person reads the machine, or takes such a reading back. */
  async function byHand(which: number, choice: 'enter' | 'take_back', more: number): Promise<boolean> {
    const send = (path: string, body: object) =>
      backend().json<Envelope & { data: { preview: { effect: RepairEffect } } }>(`/api/rawdata/v1/${path}`, {
        as: 'mihai',
        body,
      })
    if (choice === 'take_back') {
      const entered = await backend()
        .db.selectFrom('manual_readings')
        .select('id')
        .where('state', '=', 'counts')
        .orderBy('id')
        .execute()
      const one = entered[which % Math.max(1, entered.length)]
      if (!one) return false
      const done = await send('manual-reading-take-back', { ids: [one.id], reason: 'Misread' })
      expect(done.status).toBe(200)
      return true
    }
    const readings = await backend()
      .db.selectFrom('counter_readings')
      .select(['server_time', 'coin_in', 'coin_out'])
      .where('slot_id', '=', slotId)
      .where('coin_in', 'is not', null)
      .orderBy('server_time')
      .orderBy('server_nano')
      .orderBy('message_seq_nr')
      .orderBy('game_nr')
      .orderBy('smib_id')
      .execute()
    const one = readings[which % Math.max(1, readings.length)]
    if (!one) return false
    // Between two readings, at one, or far from what they tell.
    const entered = {
      slot: slotId,
      at: one.server_time + (more % 3) * 450_000,
      values: {
        coin_in: more % 5 === 0 ? more : (one.coin_in ?? 0) + (more % 40),
        ...(more % 2 === 0 && one.coin_out !== null && { coin_out: one.coin_out }),
      },
    }
    const before = await kept()
    const preview = await send('manual-reading-preview', entered)
    expect(await kept()).toEqual(before)
    const done = await send('manual-reading', { ...entered, reason: 'Read off the machine' })
    expect(done.status).toBe(preview.status)
    if (done.status !== 200) {
      expect(done.body.error.code).toBe('reading_entered')
      return false
    }
    await expectMoved(before, preview.body.data.preview.effect)
    return true
  }

  /** A game's reading or an event is corrected or left out, or that is taken back. */
  async function ofParts(which: number, choice: 'correct' | 'leave_out' | 'undo', more: number) {
    const send = (path: string, body: object) =>
      backend().json<Envelope & { data: { preview: { effect: RepairEffect } } }>(`/api/rawdata/v1/${path}`, {
        as: 'ana',
        body,
      })
    if (choice === 'undo') {
      const edits = await backend()
        .db.selectFrom('message_edits')
        .select('id')
        .where('state', '=', 'holds')
        .orderBy('item')
        .execute()
      const one = edits[which % Math.max(1, edits.length)]
      if (!one) return false
      const done = await send('message-edit-take-back', { ids: [one.id], reason: 'It was right' })
      expect(done.status).toBe(200)
      return true
    }
    const isEvent = more % 2 === 0
    const rows = isEvent
      ? await backend()
          .db.selectFrom('events')
          .innerJoin('messages as m', join =>
            join
              .onRef('m.smib_id', '=', 'events.smib_id')
              .onRef('m.message_seq_nr', '=', 'events.message_seq_nr')
              .onRef('m.run', '=', 'events.run'),
          )
          .select(['events.id', 'events.smib_id', 'm.server_time', 'm.message_seq_nr'])
          .where('events.slot_id', '=', slotId)
          .orderBy('m.server_time')
          .execute()
      : await backend()
          .db.selectFrom('counter_readings')
          .select(['smib_id', 'server_time', 'message_seq_nr', 'coin_in'])
          .where('slot_id', '=', slotId)
          .where('smib_id', '<>', NO_SMIB)
          .where('coin_in', 'is not', null)
          .orderBy('server_time')
          .orderBy('server_nano')
          .orderBy('message_seq_nr')
          .orderBy('game_nr')
          .orderBy('smib_id')
          .execute()
    const one = rows[which % Math.max(1, rows.length)]
    if (!one) return false
    const key = { smib: one.smib_id, at: one.server_time, message_seq_nr: one.message_seq_nr }
    const wanted =
      'id' in one
        ? { ...key, event: one.id, ...(choice === 'correct' && { code: more % 4 === 0 ? '7A' : '11' }) }
        : {
            ...key,
            game_nr: 0,
            ...(choice === 'correct' && {
              values: { coin_in: Math.max(0, Number(one.coin_in) + more - 150) },
            }),
          }
    const bucket = 'id' in one ? 'events' : 'counters'
    const before = await kept()
    const preview = await send(`message-edit-preview/${bucket}`, wanted)
    expect(await kept()).toEqual(before)
    const done = await send(`message-edit/${bucket}`, { ...wanted, reason: 'The board was wired wrongly' })
    expect(done.status).toBe(preview.status)
    if (done.status !== 200) {
      // Edited or ignored already, or it said just that.
      expect([409, 422]).toContain(done.status)
      return false
    }
    await expectMoved(before, preview.body.data.preview.effect)
    return true
  }

  return { ignoring, byHand, ofParts }
}

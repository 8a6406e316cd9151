/**
 * What the fraud detector of a tenant watches for: fields and defaults of the domain notes, section 12 (a convention,
 * as they say).
 */
import { reasoned, settingsFor, type Catalogue } from './setting.contract'

const { integer, flag, money, percent } = settingsFor(['tenant'])

/** 1,000,000 of the currency: more is a slip of the hand. */
const MOST_MINOR = 100_000_000

/** All but who is notified takes a reason: whoever loosens the watch on money says why. */
export const fraudSettings = {
  detector: [
    ...reasoned(flag('enabled', true), flag('auto_lock', false)),
    flag('notify_managers', true),
    flag('notify_operators', false),
  ],
  machine: reasoned(
    integer('max_door_open', 15, { unit: 'min', min: 1, max: 1_440 }),
    flag('door_open_while_playing', true),
    integer('power_cycles_per_hour', 3, { unit: 'times', min: 1, max: 60 }),
    flag('ram_clear_without_ticket', true),
    flag('unlock_without_reason', true),
  ),
  bills: reasoned(
    integer('bill_rejects_per_hour', 20, { unit: 'times', min: 1, max: 1_000 }),
    flag('counterfeit_any', true),
    integer('ticket_split_count', 5, { unit: 'times', min: 2, max: 100 }),
    integer('ticket_split_within', 10, { unit: 'min', min: 1, max: 1_440 }),
  ),
  payouts: reasoned(
    money('max_handpay', { RON: 1_000_000, EUR: 200_000 }, { min: 100, max: MOST_MINOR }),
    integer('handpay_unreset', 30, { unit: 'min', min: 1, max: 1_440 }),
    integer('jackpot_hits_per_day', 5, { unit: 'times', min: 1, max: 1_000 }),
  ),
  laundering: reasoned(
    money('cash_in_from', { RON: 200_000, EUR: 40_000 }, { min: 100, max: MOST_MINOR }),
    percent('min_play_ratio', 1_000, { min: 0, max: 10_000 }),
  ),
  play: reasoned(
    // Above 100 % the slot loses.
    percent('rtp_high', 12_000, { min: 10_000, max: 100_000 }),
    integer('rtp_min_games', 1_000, { min: 100, max: 1_000_000 }),
    integer('no_play', 12, { unit: 'h', min: 1, max: 168 }),
    flag('out_of_hours_play', true),
  ),
  meters: reasoned(
    percent('mechanical_tolerance', 50, { min: 0, max: 10_000 }),
    integer('meter_jump_factor', 10, { unit: 'times', min: 2, max: 1_000 }),
    integer('sequence_gap_max', 10, { min: 1, max: 100_000 }),
    integer('clock_drift', 60, { unit: 's', min: 1, max: 86_400 }),
    integer('day_grace', 6, { unit: 'h', min: 0, max: 168 }),
    flag('repair_second_person', false),
    money('repair_second_person_from', { RON: 100_000, EUR: 20_000 }, { min: 0, max: MOST_MINOR }),
    flag('edit_second_person', false),
    flag('seal_second_person', false),
    money('collection_tolerance', { RON: 1_000, EUR: 500 }, { min: 0, max: MOST_MINOR }),
  ),
} as const satisfies Catalogue

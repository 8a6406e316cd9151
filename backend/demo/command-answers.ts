/**
 * Decides what a slot answers to a command, and when: drawn from seed, slot and the ten minutes of the request, so
 * that a later try may go better.
 */
import type { CommandAnswer, DownlinkCommand } from '../estate/control/downlink.contract'
import { busy } from './calendar'
import type { DemoSlot } from './network'
import { randomFor, type Random } from './random'
import { sasConfigOf } from './sas-answer'

/** The slot's state at the request. */
export interface Situation {
  locked: boolean
  credits: number
  /** The asset number in its own menu; 0 is none. */
  assetNo: number
  /** Numbers of messages that it still has, of those that were lost on the way. */
  remembered?: readonly number[]
}

/** Whether a `resend` asks for that message. */
export const isMissing = (input: DownlinkCommand['input'], seq: number): boolean =>
  Array.isArray(input.missing) &&
  (input.missing as { from: number; to: number }[]).some(({ from, to }) => seq >= from && seq <= to)

export interface Reaction {
  /** Milliseconds after the request. */
  afterMs: number
  answer: Omit<CommandAnswer, 'command_id'>
}

export type Mood = 'prompt' | 'playing' | 'door_open' | 'late' | 'silent'

const MOOD_MS = 10 * 60_000

/** Mostly prompt; in a full location somebody is often playing. */
export function moodOf(slot: Pick<DemoSlot, 'index' | 'profile'>, seed: string, now: number): Mood {
  const random = randomFor(seed, 'mood', slot.index, Math.floor(now / MOOD_MS))
  const chance = random.next()
  if (chance < 0.02) return 'silent'
  if (chance < 0.05) return 'late'
  if (chance < 0.09) return 'door_open'
  return random.chance(Math.min(0.6, 0.5 * busy(now) * slot.profile.popularity)) ? 'playing' : 'prompt'
}

/** In time order; none: it never answers. */
export function reactionsTo(
  command: Pick<DownlinkCommand, 'kind' | 'input'>,
  slot: DemoSlot,
  situation: Situation,
  seed: string,
  now: number,
  mood: Mood = moodOf(slot, seed, now),
): Reaction[] {
  const random = randomFor(seed, 'reaction', slot.index, command.kind, now)
  if (command.kind === 'update_firmware')
    return [loaded(firmwareFate(slot, seed, String(command.input.version)), random)]
  // A SMIB answers for itself whatever its slot does.
  if (command.kind === 'smib_command' || command.kind === 'refresh_password')
    return [ofSmib(command, slot, situation, random)]
  if (mood === 'silent') return []
  const afterMs = mood === 'late' ? random.int(65_000, 85_000) : random.int(1_000, 3_000)
  const refused = (code: string): Reaction[] => [{ afterMs, answer: { outcome: 'refused', code } }]
  if (command.kind === 'lock' || command.kind === 'unlock') {
    if (mood === 'door_open') return refused('door_open')
    const done: Reaction = { afterMs, answer: { outcome: 'done' } }
    // A game in progress ends first (domain notes, section 1).
    if (command.kind === 'unlock' || mood !== 'playing' || situation.locked) return [done]
    return [
      { afterMs, answer: { outcome: 'busy', code: 'game_in_progress' } },
      { ...done, afterMs: afterMs + random.int(10_000, 40_000) },
    ]
  }
  if (command.kind === 'read_sas_config')
    return [{ afterMs, answer: { outcome: 'done', data: sasConfigOf(slot, situation.assetNo) } }]
  if (!slot.profile.cashless) return refused('not_supported')
  if (mood === 'door_open') return refused('87')
  if (command.kind === 'jackpot_pay')
    return [{ afterMs, answer: { outcome: 'done', code: '00', data: { transfer_status: '00' } } }]
  if (command.kind === 'cashout_reset') return [{ afterMs, answer: { outcome: 'done' } }]
  return command.kind === 'aft_set_asset_number'
    ? numbered(situation, mood, afterMs)
    : registered(slot, situation, afterMs, random)
}

/** refuses: the file arrives damaged. silent: gone for an hour after it. falls_back: it starts, and goes back. */
export type FirmwareFate = 'runs' | 'refuses' | 'silent' | 'falls_back'

/** The same for a slot and a version, however often it is tried. */
export function firmwareFate(slot: Pick<DemoSlot, 'index'>, seed: string, version: string): FirmwareFate {
  const chance = randomFor(seed, 'firmware', slot.index, version).next()
  if (chance < 0.05) return 'refuses'
  if (chance < 0.1) return 'silent'
  return chance < 0.13 ? 'falls_back' : 'runs'
}

function loaded(fate: FirmwareFate, random: Random): Reaction {
  const afterMs = random.int(4_000, 12_000)
  return { afterMs, answer: fate === 'refuses' ? { outcome: 'refused', code: 'hash' } : { outcome: 'done' } }
}

/** AFT codes: domain notes, section 3. A few slots want their attendant to acknowledge. */
function registered(slot: DemoSlot, { assetNo }: Situation, afterMs: number, random: Random): Reaction[] {
  if (assetNo === 0) return [{ afterMs, answer: { outcome: 'refused', code: '93' } }]
  const registration_status = random.chance(0.1) ? '40' : '01'
  return [
    {
      afterMs,
      answer: {
        outcome: 'done',
        data: {
          registration_status,
          asset_number: assetNo,
          pos_id: String(slot.position).padStart(4, '0'),
        },
      },
    },
  ]
}

function numbered({ credits }: Situation, mood: Mood, afterMs: number): Reaction[] {
  if (mood === 'playing')
    return [{ afterMs, answer: { outcome: 'refused', code: 'game_in_progress', data: { credits } } }]
  return [{ afterMs, answer: { outcome: 'done', data: { registration_status: '80' } } }]
}

function ofSmib(
  { kind, input }: Pick<DownlinkCommand, 'kind' | 'input'>,
  { smib }: DemoSlot,
  { remembered = [] }: Situation,
  random: Random,
): Reaction {
  const afterMs = random.int(500, 2_000)
  if (kind === 'refresh_password') return { afterMs, answer: { outcome: 'done' } }
  switch (input.type) {
    case 'restart':
      return {
        afterMs: random.int(6_000, 12_000),
        answer: { outcome: 'done', data: { bluetooth: input.mode === 2 } },
      }
    case 'sync_clock':
      return { afterMs, answer: { outcome: 'done', data: { corrected_ms: random.int(-900, 900) } } }
    case 'identify':
      return { afterMs, answer: { outcome: 'done', data: { firmware: smib?.firmware ?? '' } } }
    // Demo SMIBs remember three days; what is older is gone.
    case 'resend':
      return {
        afterMs,
        answer: {
          outcome: 'done',
          data: { resent: remembered.filter(seq => isMissing(input, seq)).length },
        },
      }
    case 'request_meters':
      return { afterMs, answer: { outcome: 'done' } }
    default:
      return { afterMs, answer: { outcome: 'refused', code: 'not_supported' } }
  }
}

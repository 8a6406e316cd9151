/**
 * A demo SMIB's records of its slot and of itself: slot data once a week and after each start, a few lines of its
 * log.
 */
import type { IngestRecords } from '../telemetry/streams/records.contract'
import { wallClock } from './calendar'
import type { DemoSlot } from './network'
import { hash32 } from './random'

const POWER_ON = '17'
/** One message in so many has a line about the link; every fifth of these is an error. */
const LINK_LINE_IN = 180
const ERROR_IN = 5

const troubles = [
  'CRC error on long poll 2F, asked again',
  'No answer to general poll for 5 s',
  'Broker: connection lost',
] as const
const remarks = [
  'Broker: connected again after 2 s',
  'Wi-Fi signal weak',
  'Clock set by the host, 0.4 s off',
] as const

/**
 * Drawn from slot and message number, so that history and simulator need no chance of their own. `isDaily`: the reading
 * with all meters.
 */
export function recordsOf(
  slot: Pick<DemoSlot, 'index' | 'serial' | 'protocol' | 'gameMix' | 'smib'>,
  message: { seq: number; at: number; codes: readonly string[]; isDaily: boolean },
): IngestRecords {
  const { seq, at, codes, isDaily } = message
  const hasStarted = codes.includes(POWER_ON)
  const draw = hash32(`log ${slot.index} ${seq}`)
  const logs: NonNullable<IngestRecords['logs']> = []
  if (hasStarted) {
    logs.push(
      { level: 'info', source: 'boot', text: `Firmware ${slot.smib?.firmware ?? '2.4.3'} started` },
      { level: 'info', source: 'sas', text: `${slot.protocol}, address 1: the slot answers` },
    )
  } else if (draw % LINK_LINE_IN === 0) {
    const nr = Math.floor(draw / LINK_LINE_IN)
    logs.push(
      nr % ERROR_IN === 0
        ? { level: 'error', source: 'sas', text: troubles[nr % troubles.length] ?? troubles[0] }
        : {
            level: nr % 2 === 0 ? 'warning' : 'info',
            source: 'net',
            text: remarks[nr % remarks.length] ?? remarks[0],
          },
    )
  }
  const isWeekly = isDaily && wallClock(at).weekday === 0
  return {
    ...(logs.length > 0 && { logs }),
    ...((hasStarted || isWeekly) && { slot_data: slotDataOf(slot) }),
  }
}

/** As long polls 1F, 51, 54 and A0 answer. */
function slotDataOf({
  index,
  serial,
  protocol,
  gameMix,
}: Pick<DemoSlot, 'index' | 'serial' | 'protocol' | 'gameMix'>) {
  const draw = hash32(`slot data ${index}`)
  return {
    serial,
    sas_version: protocol.replace(/^SAS /, ''),
    game_id: `G${String((draw % 900) + 100)}`,
    paytable_id: `P${String(((draw >>> 4) % 90_000) + 10_000)}`,
    games: 10 + (draw % 40),
    game_mix: gameMix ?? '',
    aft: draw % 3 !== 0,
    tickets: true,
  }
}

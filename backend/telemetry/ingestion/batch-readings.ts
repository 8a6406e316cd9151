/** Collects a batch's meter readings, each placed where its SMIB stood when it took the reading. */
import type { SmibSlot } from './smib-context'
import type { SlotReading } from '../judgement/counter-readings'
import { isUsual, usualLimits, type Limits } from '../readings/limits'
import { explainedBy } from '../readings/movement'
import { dayAndHour, endOf } from '../readings/place'
import { contextAt } from './placing'
import type { MemoryEvent } from '../readings/meter-marks'
import type { Accepted } from './received-message'

export function readingsOf(accepted: readonly Accepted[]): SlotReading[] {
  const all: SlotReading[] = []
  for (const one of accepted) if (one.smib.slot) addReadings(all, one, one.smib.slot, null)
  return all
}

/** Stored with the slot that the SMIB stands on now, since they have to be found somewhere; booked nowhere. */
export function unplacedOf(accepted: readonly Accepted[]): SlotReading[] {
  const all: SlotReading[] = []
  for (const one of accepted) if (one.smib.unplaced) addReadings(all, one, one.smib.unplaced, 'not_placed')
  return all
}

function addReadings(
  all: SlotReading[],
  { smib, message, run }: Accepted,
  slot: SmibSlot,
  held: SlotReading['held'],
): void {
  if (message.counters.length === 0) return
  const end = endOf(message.at, message.nano)
  const place = {
    slotId: slot.id,
    locationId: smib.locationId,
    tenantId: smib.tenantId,
    at: end,
    denomination: slot.denomination,
    currency: slot.currency,
    ...dayAndHour(smib.rules, end),
  }
  for (const { game, values, more } of message.counters)
    all.push({
      at: message.at,
      nano: message.nano,
      seq: message.seq,
      smib: smib.smibId,
      run,
      game,
      values,
      more,
      repairs: NO_REPAIRS,
      held,
      isNew: true,
      place,
    })
}

/** Judgement says what a reading's are, and puts its own in their place. */
const NO_REPAIRS: SlotReading['repairs'] = {}

/** Slots that ever changed, and when they did last. */
export function changedAt(accepted: readonly Accepted[]): Map<string, number> {
  const changed = new Map<string, number>()
  for (const { smib } of accepted)
    if (smib.slot && smib.slot.since > 0) changed.set(smib.slot.id, smib.slot.since)
  return changed
}

/** Those of slots that have limits of their own, as they are now. */
export function ownLimits(accepted: readonly Accepted[]): Map<string, Limits> {
  const own = new Map<string, Limits>()
  for (const { smib } of accepted)
    if (smib.slot && smib.slot.limits !== usualLimits) own.set(smib.slot.id, smib.slot.limits)
  return own
}

/** What this batch's events say of meters. A payment by hand that no rise needs to explain it says nothing. */
export function memoryOf(accepted: readonly Accepted[]): Map<string, MemoryEvent[]> {
  const memory = new Map<string, MemoryEvent[]>()
  for (const { smib, message } of accepted) {
    for (const event of message.events) {
      const said = explainedBy(event.code, event.at, event.data)
      const slot = said && contextAt(smib, event).slot
      if (!slot || (said.paid && isUsual(said.paid.minor / slot.denomination, slot.limits))) continue
      memory.set(slot.id, [...(memory.get(slot.id) ?? []), said])
    }
  }
  return memory
}

/** Whether a wall's clock shows an instant's time twice, as it does where it is set back. */
import { HOUR_MS } from '../../backend/platform/contract/durations'
import { localTime } from '../../backend/platform/contract/time-zone'

/** Whether a clock is set back near an hour, by zone and hour: asking costs more than all the rest of a cell. */
const nearTurn = new Map<string, boolean>()

export function isTwice(at: number, zone: string): boolean {
  const hour = Math.floor(at / HOUR_MS)
  const key = `${hour} ${zone}`
  let near = nearTurn.get(key)
  if (near === undefined) {
    const offset = (hours: number) => localTime((hour + hours) * HOUR_MS, zone).offset
    near = offset(-3) > offset(4)
    if (nearTurn.size > 5_000) nearTurn.clear()
    nearTurn.set(key, near)
  }
  return near && localTime(at, zone).getPossibleOffsets().length > 1
}

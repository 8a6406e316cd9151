/** Some slots report each note and each ticket: the sum of these events equals the movement of their meters. */
import type { DemoSlot } from './network'
import { hash32, randomFrom } from './random'
import type { noteMeters, Meters } from './play'
import type { Raised, Span } from './machine-types'

const TELLING_IN = 20
/** SAS codes of accepted bills (not those of real-time mode), tickets printed and tickets taken. */
const billCodes: Record<keyof typeof noteMeters, string> = {
  1: '47',
  5: '48',
  10: '49',
  50: '4B',
  100: '4C',
  200: '50',
}
const TICKET_PRINTED = '3D'
const TICKET_TAKEN = '68'

export const reportsCash = ({ index }: Pick<DemoSlot, 'index'>): boolean => index % TELLING_IN === 2

/** Returns the cash that went in and out between two states of the meters, at moments of the span. */
export function cashEvents(
  { index, denomination }: Pick<DemoSlot, 'index' | 'denomination'>,
  before: Pick<Meters, 'notes' | 'ticketIn' | 'ticketOut'>,
  after: Pick<Meters, 'notes' | 'ticketIn' | 'ticketOut'>,
  { start, end }: Pick<Span, 'start' | 'end'>,
): Raised[] {
  const random = randomFrom(hash32(`money ${index} ${start}`))
  const at = () => start + Math.floor(random.between(0.02, 0.98) * (end - start))
  const raised: Raised[] = []
  for (const [name, code] of Object.entries(billCodes)) {
    const note = Number(name) as keyof typeof noteMeters
    for (let count = after.notes[note] - before.notes[note]; count > 0; count--)
      raised.push({ code, at: at() })
  }
  const ticket = (code: string, credits: number) => {
    if (credits > 0) raised.push({ code, at: at(), data: { amount_minor: credits * denomination } })
  }
  ticket(TICKET_TAKEN, after.ticketIn - before.ticketIn)
  ticket(TICKET_PRINTED, after.ticketOut - before.ticketOut)
  return raised
}

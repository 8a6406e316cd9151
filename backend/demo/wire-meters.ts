/** Running totals as a slot shows them: eight digits, by SAS code. */
import { noteMeters, totalIn, type Meters } from './play'

/** Eight BCD digits (domain notes, section 2). */
export const MODULUS = 100_000_000

const digits = (value: number): number => value % MODULUS

/** The meters of an hourly reading; `full` adds those that a daily one has. */
export function wireMeters(meters: Meters, full: boolean): Record<string, number> {
  const main: Record<string, number> = {
    '0000': digits(meters.coinIn),
    '0001': digits(meters.coinOut),
    '0002': digits(meters.jackpot),
    '0003': digits(meters.handpaidCancelled),
    '0005': digits(meters.gamesPlayed),
    '0006': digits(meters.gamesWon),
    '0009': digits(meters.hopperOut),
    '000B': digits(meters.billsIn),
    '000C': meters.credits,
    '0015': digits(meters.ticketIn),
    '0016': digits(meters.ticketOut),
    '0017': digits(meters.electronicIn),
    '0018': digits(meters.electronicOut),
    '0024': digits(totalIn(meters)),
  }
  if (!full) return main
  for (const [note, code] of Object.entries(noteMeters))
    main[code] = digits(meters.notes[Number(note) as keyof typeof noteMeters])
  main['0004'] = digits(meters.handpaidCancelled)
  main['0007'] = digits(meters.gamesPlayed - meters.gamesWon)
  main['0022'] = digits(meters.coinOut + meters.jackpot)
  main['0023'] = digits(meters.handpaidCancelled + meters.jackpot)
  return main
}

/**
 * An hour (or a part of one) at a slot, in accounting credits. What it does to the meters keeps the credit identity of
 * the domain notes, section 5, by construction: credits change by what came in, plus wins, less bets, less what was
 * paid out.
 */
import type { Profile } from './network'
import type { Random } from './random'

/** Lei notes in use, and the SAS meters that count them. */
export const noteMeters = { 1: '0040', 5: '0042', 10: '0043', 50: '0046', 100: '0047', 200: '0048' } as const
/** Amounts that a player puts in at once, in lei. */
const smallFeeds = [5, 10, 10, 20, 50, 50, 100] as const
type Note = keyof typeof noteMeters
const notesDown: readonly Note[] = [200, 100, 50, 10, 5, 1]

/** Running totals without the meters' eight digits, and the credits on the slot. */
export interface Meters {
  coinIn: number
  coinOut: number
  jackpot: number
  handpaidCancelled: number
  /** From the machine's own stock, where it prints no tickets. */
  hopperOut: number
  gamesPlayed: number
  gamesWon: number
  billsIn: number
  ticketIn: number
  ticketOut: number
  electronicIn: number
  electronicOut: number
  credits: number
  notes: Record<Note, number>
}

/** What an attendant or a log would have seen. */
export interface Happened {
  /** Paid by hand, in credits. */
  jackpot: number
  cancelled: number
}

const JACKPOT_HOURS = 2_600
const JACKPOT_SHARE = 0.0035

/** Plays `share` of an hour (0 to 1) and books it. `staying`: the player sits on, and leaves credits on the slot. */
export function play(
  meters: Meters,
  profile: Profile,
  share: number,
  staying: boolean,
  random: Random,
): Happened {
  const { perLeu, step } = profile
  const games = Math.round(profile.gamesPerHour * share)
  const coinIn =
    games === 0
      ? 0
      : Math.max(1, Math.round((games * profile.averageBet * random.between(0.85, 1.15)) / step)) * step
  const coinOut =
    games === 0
      ? 0
      : Math.round(
          (coinIn * (profile.rtp - JACKPOT_SHARE) * luck(profile.volatility / Math.sqrt(games), random)) /
            step,
        ) * step
  const jackpot = games > 0 && random.chance(share / JACKPOT_HOURS) ? random.int(120, 520) * 10 * perLeu : 0

  const needed = coinIn - coinOut - meters.credits
  // Over a whole hour people come and go, and each brings money; within a few minutes, somebody feeds the slot when it
  // is empty.
  const brought = share > 0.2 ? Math.max(needed, coinIn * random.between(0.12, 0.28)) : needed
  const totalIn = bringIn(meters, profile, Math.max(0, brought), random)
  const credits = meters.credits + totalIn + coinOut - coinIn
  const stays = staying ? Math.min(credits, Math.round(random.between(5, 120)) * perLeu) : credits % perLeu
  const out = credits - stays
  const cancelled = payOut(meters, profile, out, random)

  meters.coinIn += coinIn
  meters.coinOut += coinOut
  meters.jackpot += jackpot
  meters.gamesPlayed += games
  meters.gamesWon += Math.min(games, Math.round(games * profile.hitRate * random.between(0.9, 1.1)))
  meters.credits = stays
  return { jackpot, cancelled }
}

/** Mean 1, never negative, with the long tail of slot wins: log-normal with the given coefficient of variation. */
function luck(variation: number, random: Random): number {
  const variance = Math.log(1 + variation * variation)
  return Math.exp(Math.sqrt(variance) * random.normal() - variance / 2)
}

/** At least `wanted` credits, in whole notes, by ticket or from a phone. Returns what came in. */
function bringIn(
  meters: Meters,
  { perLeu, pays, cashless }: Profile,
  wanted: number,
  random: Random,
): number {
  if (wanted <= 0) return 0
  const electronic = cashless && random.chance(0.25) ? Math.round(wanted * random.between(0.2, 0.6)) : 0
  // Whoever has tickets plays them before notes, so that what is printed comes back within hours.
  const hasTickets = pays === 'ticket' && random.chance(0.98)
  const ticket = hasTickets ? Math.min(outstanding(meters), Math.round(wanted - electronic)) : 0
  const lei = notesFor((wanted - electronic - ticket) / perLeu, perLeu, random)
  let left = lei
  for (const note of notesDown) {
    const most = Math.floor(left / note)
    const count =
      note === 1
        ? left
        : note === 200
          ? Math.min(most, random.chance(0.15) ? most : 0)
          : note === 5
            ? most
            : random.int(Math.ceil(most / 2), most)
    meters.notes[note] += count
    left -= count * note
  }
  meters.billsIn += lei * perLeu
  meters.ticketIn += ticket
  meters.electronicIn += electronic
  return lei * perLeu + ticket + electronic
}

/** In lei, at least `cash`: nothing for less than a credit. */
function notesFor(cash: number, perLeu: number, random: Random): number {
  if (cash < 1 / perLeu) return 0
  if (cash > 60) return Math.ceil(cash / 5) * 5
  return smallFeeds.find(feed => feed >= cash && random.chance(0.6)) ?? 100
}

/** What stands on tickets that were printed here and not yet played again: meters of a board count to eight digits. */
const outstanding = ({ ticketOut, ticketIn }: Meters): number =>
  (((ticketOut - ticketIn) % METER_END) + METER_END) % METER_END
const METER_END = 100_000_000

/** From this amount on no printer or hopper pays, in lei: an attendant does. */
const BY_HAND_FROM: Record<Profile['pays'], number> = { ticket: 4_000, hand: 2_000 }

/** Returns the part that an attendant paid. */
function payOut(
  meters: Meters,
  { pays, cashless, perLeu }: Profile,
  credits: number,
  random: Random,
): number {
  if (credits <= 0) return 0
  const electronic = cashless && random.chance(0.25) ? Math.round(credits * random.between(0.3, 1)) : 0
  const rest = credits - electronic
  meters.electronicOut += electronic
  if (rest >= BY_HAND_FROM[pays] * perLeu) {
    meters.handpaidCancelled += rest
    return rest
  }
  meters[pays === 'ticket' ? 'ticketOut' : 'hopperOut'] += rest
  return 0
}

/** All that went in, in credits: meter 0024. */
export const totalIn = (meters: Meters): number => meters.billsIn + meters.ticketIn + meters.electronicIn
/** All that was paid, jackpots by hand included. */
export const totalOut = (meters: Meters): number =>
  meters.ticketOut + meters.handpaidCancelled + meters.hopperOut + meters.electronicOut + meters.jackpot

/** A slot some years old whose `coinIn` stands at about the given credits; the identity holds from its first day. */
export function metersAt(profile: Profile, coinIn: number, random: Random): Meters {
  const { perLeu, step, pays } = profile
  const played = Math.round(coinIn / step) * step
  const coinOut = Math.round((played * (profile.rtp - JACKPOT_SHARE)) / step) * step
  const lei = Math.ceil((played * random.between(0.18, 0.24)) / perLeu)
  const credits = random.int(0, 40) * perLeu
  const out = lei * perLeu + coinOut - played - credits
  const paid = Math.round(out * 0.95)
  const gamesPlayed = Math.round(played / profile.averageBet)
  // All of its tickets have come back; what its players won before it got a printer was paid from its own stock.
  const tickets = pays === 'ticket' ? Math.round(paid * 0.8) : 0
  return {
    coinIn: played,
    coinOut,
    jackpot: Math.round((played * JACKPOT_SHARE) / (10 * perLeu)) * 10 * perLeu,
    handpaidCancelled: out - paid,
    hopperOut: paid,
    ticketOut: tickets,
    gamesPlayed,
    gamesWon: Math.round(gamesPlayed * profile.hitRate),
    billsIn: lei * perLeu,
    ticketIn: tickets,
    electronicIn: 0,
    electronicOut: 0,
    credits,
    notes: notesOf(lei),
  }
}

export const emptyMeters = (): Meters => ({
  coinIn: 0,
  coinOut: 0,
  jackpot: 0,
  handpaidCancelled: 0,
  hopperOut: 0,
  gamesPlayed: 0,
  gamesWon: 0,
  billsIn: 0,
  ticketIn: 0,
  ticketOut: 0,
  electronicIn: 0,
  electronicOut: 0,
  credits: 0,
  notes: { 1: 0, 5: 0, 10: 0, 50: 0, 100: 0, 200: 0 },
})

function notesOf(lei: number): Meters['notes'] {
  const notes = emptyMeters().notes
  notes[100] = Math.floor((lei * 0.4) / 100)
  notes[50] = Math.floor((lei * 0.45) / 50)
  notes[10] = Math.floor((lei - notes[100] * 100 - notes[50] * 50) / 10)
  notes[1] = lei - notes[100] * 100 - notes[50] * 50 - notes[10] * 10
  return notes
}

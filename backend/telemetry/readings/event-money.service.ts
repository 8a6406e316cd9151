/**
 * What events say of money: notes, tickets, and what an attendant pays by hand. Pure; the sums of it are in
 * `event-sums.service.ts`.
 */
export type MoneyKind = 'bills_in' | 'ticket_in' | 'ticket_out' | 'jackpot' | 'handpaid_cancelled'

/**
 * Notes by the event that reports one (domain notes, section 3), in whole units of the currency; null: another note,
 * which the event does not name.
 */
const bills: Readonly<Record<string, number | null>> = {
  '47': 1,
  '48': 5,
  '49': 10,
  '4A': 20,
  '4B': 50,
  '4C': 100,
  '4D': 2,
  '4E': 500,
  '50': 200,
  '4F': null,
}
const HUNDREDTHS = 100
export const HANDPAY_PENDING = '51'
export const HANDPAY_RESET = '52'
const tickets: Readonly<Record<string, MoneyKind>> = { '3D': 'ticket_out', '68': 'ticket_in' }

/** What one says depends on the one before it. */
export const handpayCodes: readonly string[] = [HANDPAY_PENDING, HANDPAY_RESET]
export const moneyCodes: readonly string[] = [...Object.keys(bills), ...Object.keys(tickets), ...handpayCodes]
const isOfMoney = new Set(moneyCodes)
export const tellsMoney = (code: string): boolean => isOfMoney.has(code)
export const isHandpay = (code: string): boolean => handpayCodes.includes(code)

export interface MoneyEvent {
  id: string
  code: string
  at: number
  nano: number
  data: string | null
}

export interface Amount {
  kind: MoneyKind
  /** Null: it says none. */
  minor: number | null
}

const inEventOrder = (a: MoneyEvent, b: MoneyEvent): number =>
  a.at - b.at || a.nano - b.nano || (a.id < b.id ? -1 : 1)

/**
 * Of one slot's events, by id. The call for an attendant says the amount, and what it is for, where its end right
 * after it does not.
 */
export function amountsOf(events: readonly MoneyEvent[]): Map<string, Amount> {
  const amounts = new Map<string, Amount>()
  let call: EventAmount | undefined
  for (const { id, code, data } of events.toSorted(inEventOrder)) {
    const note = bills[code]
    const ticket = tickets[code]
    if (note !== undefined)
      amounts.set(id, { kind: 'bills_in', minor: note === null ? null : note * HUNDREDTHS })
    else if (ticket) amounts.set(id, { kind: ticket, minor: amountIn(data).minor })
    else if (code === HANDPAY_PENDING) call = amountIn(data)
    else if (code === HANDPAY_RESET) {
      const parsed = amountIn(data)
      const isJackpot = parsed.isJackpot ?? call?.isJackpot ?? false
      amounts.set(id, {
        kind: isJackpot ? 'jackpot' : 'handpaid_cancelled',
        minor: parsed.minor ?? call?.minor ?? null,
      })
      call = undefined
    }
  }
  return amounts
}

/** What an attendant pays by hand; unknown: the slot does not say. */
export type HandpayKind = 'jackpot' | 'cancelled_credits' | 'unknown'

/** What a call for an attendant asks for. `minor` null: it says no amount, or none that anybody could be paid. */
export function callOf(data: string | null): { minor: number | null; kind: HandpayKind } {
  const { minor, isJackpot } = amountIn(data)
  const kind = isJackpot === null ? 'unknown' : isJackpot ? 'jackpot' : 'cancelled_credits'
  return { minor: minor !== null && minor < 0 ? null : minor, kind }
}

/**
 * What a call for an attendant says of meters; null where it is none, or says no amount. `isJackpot` null: it does
 * not say what it is for.
 */
export function handpayOf(
  code: string,
  data: string | null,
): { minor: number; isJackpot: boolean | null } | null {
  if (code !== HANDPAY_PENDING) return null
  const { minor, isJackpot } = amountIn(data)
  return minor === null ? null : { minor, isJackpot }
}

interface EventAmount {
  minor: number | null
  /** Null: it does not say what it is for. */
  isJackpot: boolean | null
}

/** Hand-paid wins, which meter 0002 counts; a progressive level's is one of them. */
const jackpots: ReadonlySet<string> = new Set(['jackpot', 'progressive'])

/** Data comes from outside: whatever it is, it is read with care. */
function amountIn(data: string | null): EventAmount {
  if (data === null) return { minor: null, isJackpot: null }
  try {
    const parsed = JSON.parse(data) as Record<string, unknown> | null
    const amount = parsed?.amount_minor
    return {
      minor: typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null,
      isJackpot: typeof parsed?.kind === 'string' ? jackpots.has(parsed.kind) : null,
    }
  } catch {
    return { minor: null, isJackpot: null }
  }
}

/**
 * Reading and writing amounts without floating point: a Money is an integer of the smallest unit from end to end
 * (ruling 29).
 */
import { DECIMALS, decimalText, exactly, moneyWriting } from '../../backend/platform/contract/money-text'
import type { Money } from '../../backend/platform/contract/primitives'
import { regions, type Locale } from './locales'

const decimalSign = { en: '.', ro: ',', pt: ',' } as const satisfies Record<Locale, string>

export type ParsedMoney =
  | { ok: true; minor: number }
  | { ok: false; code: 'invalid' | 'ambiguous' | 'too_many_decimals' | 'too_large' }

/**
 * Reads what a person typed as an amount of minor units. Either sign may be the decimal sign where only one reading is
 * possible ("12.5" is twelve and a half in any language); "1.234" has two readings and is refused unless the language's
 * own grouping settles it together with decimals ("1.234,00"). Spaces may group by threes and nothing else.
 */
export function parseMoney(text: string, locale: Locale): ParsedMoney {
  const spaced = text.trim().replace(/^\u2212/, '-')
  if (/[\s']/.test(spaced) && !/^[-+]?\d{1,3}([\s']\d{3})+([.,]\d*)?$/.test(spaced))
    return { ok: false, code: 'invalid' }
  const plain = spaced.replace(/[\s']/g, '')
  const match = /^([-+]?)(\d[\d.,]*|[.,]\d+)$/.exec(plain)
  if (!match) return { ok: false, code: 'invalid' }
  const [, sign, body = ''] = match
  const parts = splitDecimal(body, locale)
  if (!parts.ok) return parts
  if (parts.fraction.length > DECIMALS) return { ok: false, code: 'too_many_decimals' }
  const minor = Number(parts.whole + parts.fraction.padEnd(DECIMALS, '0'))
  if (!Number.isSafeInteger(minor)) return { ok: false, code: 'too_large' }
  return { ok: true, minor: sign === '-' && minor !== 0 ? -minor : minor }
}

type Split = { ok: true; whole: string; fraction: string } | { ok: false; code: 'invalid' | 'ambiguous' }

function splitDecimal(body: string, locale: Locale): Split {
  const signs = [...body.matchAll(/[.,]/g)].map(found => found[0])
  const kinds = new Set(signs)
  if (kinds.size === 0) return { ok: true, whole: body, fraction: '' }
  const last = signs[signs.length - 1] ?? ''
  if (kinds.size === 2) return groupedWithDecimals(body, last)
  if (signs.length > 1)
    return isGrouped(body, last) && last !== decimalSign[locale]
      ? { ok: true, whole: body.replaceAll(last, ''), fraction: '' }
      : { ok: false, code: 'invalid' }
  return oneSign(body, last)
}

/** "1.234,50": the last sign is the decimal one and the other must group by threes. */
function groupedWithDecimals(body: string, decimal: string): Split {
  const at = body.lastIndexOf(decimal)
  const grouped = body.slice(0, at)
  const group = decimal === ',' ? '.' : ','
  if (grouped.includes(decimal) || !isGrouped(grouped, group)) return { ok: false, code: 'invalid' }
  return { ok: true, whole: grouped.replaceAll(group, ''), fraction: body.slice(at + 1) }
}

/** "12.5" and "0.125" have one reading; "1.234" may be a thousand or one: nobody guesses with money. */
function oneSign(body: string, sign: string): Split {
  const [whole = '', fraction = ''] = body.split(sign)
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return { ok: false, code: 'ambiguous' }
  return { ok: true, whole: whole || '0', fraction }
}

function isGrouped(text: string, group: string): boolean {
  const [first = '', ...rest] = text.split(group)
  return /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every(part => /^\d{3}$/.test(part))
}

type Formatting = (money: Money) => string

/**
 * Writes amounts as section 13 shows: "1.234,50 RON", "1234,50 RON", "RON 1,234.50". In a column thousands are always
 * grouped: Portuguese groups from five digits on, and 9455,00 over 14 690,00 reads as if the digits were misplaced.
 */
export function moneyFormatting(locale: Locale): {
  money: Formatting
  moneyInColumn: Formatting
  amount: (minor: number) => string
} {
  const amounts = new Intl.NumberFormat(regions[locale], {
    minimumFractionDigits: DECIMALS,
    maximumFractionDigits: DECIMALS,
    useGrouping: 'always',
  })
  return {
    money: moneyWriting(regions[locale], 'auto'),
    moneyInColumn: moneyWriting(regions[locale], 'always'),
    amount: minor => exactly(amounts, minor),
  }
}

/** An amount for a text field: the language's decimal sign, no grouping. */
export const moneyInput = (minor: number, locale: Locale) =>
  decimalText(minor).replace('.', decimalSign[locale])

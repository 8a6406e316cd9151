/**
 * Sums over all documents of a kind that stand sealed in a location: a document taken out of the chain is missing in
 * each later one.
 */
import type { SealBody } from './seal-format'

/** Digits, by `kind currency total`. */
export type Perpetual = Record<string, string>

/** `replaced`: totals of the revision that this one takes the place of. */
export function perpetualAfter(
  before: Perpetual,
  { kind, currency, totals }: Pick<SealBody, 'kind' | 'currency' | 'totals'>,
  replaced: Readonly<Record<string, string>> = {},
): Perpetual {
  const after = { ...before }
  for (const name of new Set([...Object.keys(totals), ...Object.keys(replaced)])) {
    const key = [kind, currency, name].filter(Boolean).join(' ')
    after[key] = String(BigInt(after[key] ?? 0) + BigInt(totals[name] ?? 0) - BigInt(replaced[name] ?? 0))
  }
  return after
}

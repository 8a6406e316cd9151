/** Values in {braces} of a text that people write. */
import type { FieldProblem } from '../../platform/contract/problem'

const PLACEHOLDER = /\{(\w+)\}/g

export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
]

/** In one pass, so that a value which has braces itself stays as it is. */
export const withValues = (text: string, valueOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => valueOf(name))

/** A text may hold braces of its own, such as JSON. */
export function unknownPlaceholder(text: string, known: readonly string[]): FieldProblem | undefined {
  const unknown = placeholdersIn(text).find(name => !known.includes(name))
  return unknown === undefined ? undefined : { code: 'unknown_placeholder', params: { name: unknown } }
}

/** Of a text that is shown to people. */
export function textProblem(text: string, known: readonly string[]): FieldProblem | undefined {
  if (/[<>]/.test(text)) return { code: 'no_markup' }
  const unknown = unknownPlaceholder(text, known)
  if (unknown) return unknown
  return /[{}]/.test(text.replace(PLACEHOLDER, '')) ? { code: 'loose_brace' } : undefined
}

/**
 * Zod's issues as codes that the console has texts for. The backend's 422 and the console's own check of a form speak
 * through it.
 */
import type { z } from 'zod'
import type { FieldProblem } from './problem'

/** More help nobody, and would only make a long answer of a long request. */
const MAX_TOLD = 50
const MAX_NAMES = 10

export function fieldProblems(error: z.ZodError): Record<string, FieldProblem[]> {
  // A map, since a field may be called `constructor`.
  const fields = new Map<string, FieldProblem[]>()
  for (const issue of error.issues.slice(0, MAX_TOLD)) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_NAMES).map(key => [...issue.path, key])
        : [issue.path]
    for (const path of paths) {
      const name = path.map(part => short(String(part))).join('.')
      fields.set(name, [...(fields.get(name) ?? []), fieldProblem(issue)])
    }
  }
  return Object.fromEntries(fields)
}

const short = (name: string): string => (name.length > 80 ? `${name.slice(0, 79)}…` : name)

function fieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { code: 'required' }
      return {
        code: issue.origin === 'string' ? 'too_short' : 'too_small',
        params: { min: Number(issue.minimum) },
      }
    case 'too_big':
      if (issue.origin === 'array') return { code: 'too_many', params: { limit: Number(issue.maximum) } }
      return {
        code: issue.origin === 'string' ? 'too_long' : 'too_big',
        params: { max: Number(issue.maximum) },
      }
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { code: 'required' }
      return { code: numberProblem(issue.expected, issue.input) ?? 'invalid' }
    case 'unrecognized_keys':
      return { code: 'unknown_field' }
    case 'invalid_format':
      return {
        code:
          issue.format === 'email'
            ? 'email'
            : Object.hasOwn(known, issue.message)
              ? issue.message
              : 'invalid',
      }
    case 'invalid_union': {
      if (Object.hasOwn(known, issue.message)) return { code: issue.message }
      // The first of several shapes is what a form sends; the others are ways to say the same.
      const [first] = issue.errors[0] ?? []
      return first ? fieldProblem(first) : { code: 'invalid' }
    }
    case 'custom':
      return Object.hasOwn(known, issue.message)
        ? { code: issue.message, ...(issue.params && { params: issue.params as FieldProblem['params'] }) }
        : { code: 'invalid' }
    default:
      return { code: 'invalid' }
  }
}

/** What cannot be read as a number reaches the schema as it was typed. */
function numberProblem(expected: string, input: unknown): string | undefined {
  if (expected === 'int' && typeof input === 'number') return 'not_whole'
  return (expected === 'int' || expected === 'number') && typeof input === 'string'
    ? 'not_a_number'
    : undefined
}

/** Messages that the contracts use as codes. */
const known: Record<string, true> = {
  id: true,
  mac: true,
  host: true,
  time_zone: true,
  time_of_day: true,
  degrees: true,
  denomination: true,
  amount: true,
  country: true,
  paytable: true,
  control_characters: true,
  short_reason: true,
  not_a_colour: true,
  colour_unreadable: true,
  unseen_character: true,
  nothing_visible: true,
  nanoseconds: true,
  required: true,
  repeated: true,
  unknown_field: true,
  not_after_start: true,
  period_too_long: true,
  period_end: true,
  address: true,
  address_form: true,
  address_prefix: true,
  address_beyond_prefix: true,
  username_letters: true,
  latin_letters: true,
  too_small: true,
  all_tenants: true,
  needs_tenant: true,
  clears_beyond: true,
  to_somebody: true,
  one_currency: true,
  no_markup: true,
  unknown_placeholder: true,
  loose_brace: true,
  needs_value: true,
  json_values: true,
  bot_token: true,
  part_sends_only: true,
}

/** Zod's issues as codes that the console has texts for. The backend's 422 and the console's own check of a form speak through it. */
import type { z } from 'zod'
import type { FieldProblem } from './problem'

export function fieldProblems(error: z.ZodError): Record<string, FieldProblem[]> {
  // By whatever name a request has made up: `toString` is one as any other.
  const fields = new Map<string, FieldProblem[]>()
  for (const issue of error.issues) {
    const name = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.map(String).join('.')
    fields.set(name, [...fields.get(name) ?? [], fieldProblem(issue)])
  }
  return Object.fromEntries(fields)
}

function fieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { code: 'required' }
      return { code: issue.origin === 'string' ? 'too_short' : 'too_small', params: { min: Number(issue.minimum) } }
    case 'too_big':
      return { code: issue.origin === 'string' ? 'too_long' : 'too_big', params: { max: Number(issue.maximum) } }
    case 'invalid_type':
      return { code: issue.input === undefined || issue.input === null ? 'required' : 'invalid' }
    case 'unrecognized_keys':
      return { code: 'unknown_field' }
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'email' : issue.message in known ? issue.message : 'invalid' }
    case 'invalid_union': {
      // The first of several shapes is what a form sends; the others are ways to say the same.
      const [first] = issue.errors[0] ?? []
      return first ? fieldProblem(first) : { code: 'invalid' }
    }
    case 'custom':
      return { code: issue.message in known ? issue.message : 'invalid' }
    default:
      return { code: 'invalid' }
  }
}

/** Messages that the contracts use as codes. */
const known: Record<string, true> = {
  id: true, mac: true, host: true, time_zone: true, time_of_day: true, degrees: true, denomination: true, control_characters: true, nanoseconds: true,
  required: true, repeated: true, unknown_field: true, not_after_start: true,
}

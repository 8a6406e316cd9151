/** What must not be readable in a log that can never be changed. */
const SECRET = /password|hash|token|secret|cnp/i
export const REDACTED = '[redacted]'

/** A copy in which every value under a secret's name is hidden, at any depth. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) =>
    [name, SECRET.test(name) && inner !== null && inner !== undefined ? REDACTED : redact(inner)]))
}

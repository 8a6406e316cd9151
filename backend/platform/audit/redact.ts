/** What must not be readable in a log that can never be changed. */
const SECRET = /password|hash|token|secret|cnp/i
const REDACTED = '[redacted]'

/** A copy in which every value under a secret's name is hidden, at any depth; the value itself where it holds none. */
export function redact(value: unknown): unknown {
  return holdsSecret(value) ? copyOf(value) : value
}

function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret)
  if (typeof value !== 'object' || value === null) return false
  for (const name of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[name]
    if (inner !== null && inner !== undefined && (isSecret(name) || holdsSecret(inner))) return true
  }
  return false
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && inner !== null && inner !== undefined ? REDACTED : copyOf(inner),
    ]),
  )
}

/** Fields have the same few names, entry after entry. */
const judged = new Map<string, boolean>()
const MOST_NAMES = 2_000

function isSecret(name: string): boolean {
  let secret = judged.get(name)
  if (secret === undefined) {
    secret = SECRET.test(name)
    if (judged.size < MOST_NAMES) judged.set(name, secret)
  }
  return secret
}

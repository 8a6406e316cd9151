/** JSON of a form's field, trusted as little as any: null for what is none. */
export function readJson(text: unknown): unknown {
  if (typeof text !== 'string' || text === '' || text.length > 40_000) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

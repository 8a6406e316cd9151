/**
 * Whether an error says no more than that the other side hung up: Node's, undici's and Hono's ways to put it. Called
 * for requests whose client has gone.
 */
export function isDisconnect(error: unknown): boolean {
  const { name, code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: string
    code?: string
    message?: string
  }
  return (
    name === 'AbortError' ||
    ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(code ?? '') ||
    /\baborted\b|prematurely closed|premature close/i.test(message ?? String(error))
  )
}

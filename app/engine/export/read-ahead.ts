/**
 * Reads each piece while the one before it is being written: reader and writer work at the same time, and no
 * more than one piece waits. A piece that fails throws at its turn.
 */
export async function* readAhead<Piece>(
  count: number,
  ask: (nr: number) => Promise<Piece>,
): AsyncGenerator<Piece, void> {
  const request = (nr: number) => {
    if (nr >= count) return undefined
    const piece = ask(nr)
    // A failure is thrown at its turn; until then it must not count as unhandled.
    piece.catch(() => {})
    return piece
  }
  let next = request(0)
  for (let nr = 0; next; nr++) {
    const piece = await next
    next = request(nr + 1)
    yield piece
  }
}

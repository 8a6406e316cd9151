/**
 * So many pieces in order, each asked for while the one before it is being written: the program that reads them and the one that writes them work at
 * the same time, and no more than one piece waits. One that fails fails at its turn.
 */
export async function* readAhead<Piece>(
  count: number,
  ask: (nr: number) => Promise<Piece>,
): AsyncGenerator<Piece, void> {
  const asked = (nr: number) => {
    if (nr >= count) return undefined
    const piece = ask(nr)
    // Heard of at its turn, if that comes.
    piece.catch(() => {})
    return piece
  }
  let next = asked(0)
  for (let nr = 0; next; nr++) {
    const piece = await next
    next = asked(nr + 1)
    yield piece
  }
}

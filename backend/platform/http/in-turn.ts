/**
 * Bodies of one sender, parsed one after the other in the order in which they arrived. Several that are parsed side by
 * side stand in memory together, half done, and one that overtakes another may say what the other has not said yet.
 */

/** The last one of each sender that has not let the next one go. */
const last = new Map<string, Promise<void>>()

export interface Turn {
  /** All that came before have let the next one go. */
  come: Promise<void> | undefined
  /** Lets the next one go. Whoever has a turn ends it, whatever happens; twice does no harm. */
  end(): void
}

export function takeTurn(sender: string): Turn {
  const come = last.get(sender)
  let end = () => {}
  const own = new Promise<void>(resolve => {
    end = resolve
  })
  const all = come ? come.then(() => own) : own
  last.set(sender, all)
  void all.then(() => {
    if (last.get(sender) === all) last.delete(sender)
  })
  return { come, end }
}

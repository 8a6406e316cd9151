/**
 * The caller may go away before the answer: a browser is closed, a console's time is over. What is done for them
 * alone ends then.
 */
export class Leaving {
  private listeners: Set<() => void> | undefined
  hasLeft = false

  leave(): void {
    if (this.hasLeft) return
    this.hasLeft = true
    const all = this.listeners
    this.listeners = undefined
    for (const listener of all ?? []) listener()
  }

  /** Calls once, at once where they have gone already. Answers how to stop listening. */
  onLeave(listener: () => void): () => void {
    if (this.hasLeft) {
      listener()
      return () => {}
    }
    const all = (this.listeners ??= new Set())
    all.add(listener)
    return () => void all.delete(listener)
  }
}

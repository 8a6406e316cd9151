/** What statements took when they ran before, by their text: few of those that a program sends are new. */
import { LRUCache } from 'lru-cache'

/** One that takes longer is heavy, and waits for a place among others of its kind. */
export const SHORT_MS = 100
const QUICK_MS = 10
/** So often in a row a statement has to be quick before it is sent as one that nobody will have to stop. */
const OFTEN = 3
const MOST_TEXTS = 1_000

export class Pace {
  /** Times in a row that it was quick; -1 where it was heavy. */
  private readonly known = new LRUCache<string, number>({ max: MOST_TEXTS })

  isHeavy(sql: string): boolean {
    return this.known.get(sql) === -1
  }

  isQuick(sql: string): boolean {
    return (this.known.get(sql) ?? 0) >= OFTEN
  }

  note(sql: string, ms: number): void {
    const before = Math.max(0, this.known.get(sql) ?? 0)
    this.known.set(sql, ms > SHORT_MS ? -1 : ms < QUICK_MS ? Math.min(OFTEN, before + 1) : 0)
  }
}

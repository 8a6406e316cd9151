/**
 * How long one page may take altogether. A save is often several calls (token, check, the save itself, the lists of its
 * form), and five seconds for each of them would leave a person in front of a hung backend for half a minute.
 */
export interface Deadline {
  /** Milliseconds that a call may still take; infinite while nobody waits for a page. */
  remaining(): number
  /** A handler runs: somebody waits. Answers how to say that it has ended. */
  wait(): () => void
  /** Time that was granted to one call beyond the limit (an upload) is not taken from the calls after it. */
  extend(milliseconds: number): void
}

/**
 * Of five seconds, the rest is left for what is no call: reading the form and drawing the page, on a busy machine too.
 */
const PAGE_TIME_MS = 4_200

export function createDeadline(
  milliseconds = PAGE_TIME_MS,
  clock: () => number = () => performance.now(),
): Deadline {
  let end = clock() + milliseconds
  let waiting = 0
  return {
    remaining: () => (waiting > 0 ? Math.max(0, end - clock()) : Infinity),
    wait() {
      waiting++
      let ended = false
      return () => {
        if (!ended) waiting--
        ended = true
      }
    },
    extend: more => {
      end += more
    },
  }
}

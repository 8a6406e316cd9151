/** What the bell sends and what it is answered, for both sides. */

/** Seen: off the bell. */
export const marks = ['seen', 'confirm'] as const
export type Mark = (typeof marks)[number]

export const MARK_PATH = '/notifications/mark'

/** `done`: of the ids that were sent, those that are stored so; the others are no longer this person's to see. */
export interface Marked {
  mark: Mark
  done: string[]
}

export const isMarked =
  (mark: Mark) =>
  (body: unknown): body is Marked => {
    const answer = body as Partial<Marked> | null | undefined
    return answer?.mark === mark && Array.isArray(answer.done)
  }

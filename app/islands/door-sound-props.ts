export type DoorAnswerName = 'allow' | 'deny' | 'manager'

export interface DoorSoundProps {
  /** Null before the first scan. */
  answer: DoorAnswerName | null
  words: { on: string; off: string; held_back: string }
}

/** How close a form is set on paper, in points: a form that almost fits on one sheet is set closer until it does. */

export interface Spacing {
  /** The largest letters of its table. */
  letters: number
  /** Of what stands around the table. */
  around: number
  /** Over and under the text of a cell. */
  over: number
  /** From one line to sign on to the next: a hand needs 5 mm. */
  signing: number
}

/** From the widest to the closest. 6 pt are the smallest letters that are read without effort. */
export const spacings = [
  { letters: 8, around: 8, over: 2, signing: 18 },
  { letters: 7, around: 7.5, over: 1.25, signing: 16 },
  { letters: 6.5, around: 7, over: 0.75, signing: 14 },
  { letters: 6, around: 6.5, over: 0.4, signing: 14 },
] as const satisfies readonly Spacing[]

/** What an island says of a form that was not done (`post-form.ts`), as props. */
import { refusals, type Refusal } from './post-form'

export type RefusalWords = Record<Refusal, string>

export const refusalWords = (t: (key: string) => string): RefusalWords =>
  Object.fromEntries(refusals.map(one => [one, t(`errors:posted.${one}`)])) as RefusalWords

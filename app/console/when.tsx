import { Time } from '../ui/time'
import type { Shell } from './shell-context'

/** An instant that may not have come: exact on hover and on paper. */
export const when = (at: number | null, { format }: Pick<Shell, 'format'>) =>
  at === null ? '–' : <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />

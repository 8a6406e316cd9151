/** Whose rows a page of a stream shows. */
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import type { StreamSubject } from '../../../backend/platform/contract/stream'

/** Whose rows an address means, and whose days a relative period means there: the same to every reader. */
export interface StreamPlace {
  subject: Subject | null
  points: PeriodPoints | null
  zone: string
  /** The page's own path with what it says of the subject. */
  path: string
}

export interface Subject {
  type: StreamSubject
  id: string
  name: string
  href: string
}

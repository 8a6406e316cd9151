/** The three answers to a request, each for whoever may give it. */
import { longText } from '../../engine/fields'

interface Request {
  state: string
  own: boolean
  may_answer: boolean
}
const isWaiting = ({ state }: Request) => state === 'waiting'

const answers = {
  when: (one: Request) => isWaiting(one) && one.may_answer,
  why: (one: Request) => (isWaiting(one) ? (one.own ? 'own' : 'not_yours') : one.state),
  fields: { reason: longText() },
} as const

export const answerActions = {
  approve: { ...answers, tone: 'danger' },
  refuse: answers,
  withdraw: {
    ...answers,
    when: (one: Request) => isWaiting(one) && one.own,
    why: (one: Request) => (isWaiting(one) ? 'foreign' : one.state),
  },
} as const

/** What is known of the answer, on the page of a request. */
export const answerSection = [
  'state',
  'asked_by',
  'created_at',
  'expires_at',
  'answered_by',
  'answered_at',
  'answer_reason',
] as const

/** A bulk action in words and shapes, for every page that shows one. */
import {
  answerCounts,
  type BulkItem,
  type BulkJob,
  type BulkOutcome,
  type BulkResult,
} from '../../../backend/operations/bulk/bulk.contract'
import { codeWord } from '../../estate/slots/answer-code'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'

export const BULK = '/bulk-actions'

/** Green is only what every slot has confirmed. */
export const outcomeMarks: Record<BulkOutcome, Mark> = {
  previewed: 'muted',
  queued: 'muted',
  running: 'info',
  stopping: 'warn',
  stopped: 'warn',
  awaiting: 'warn',
  partly: 'warn',
  none: 'bad',
  done: 'good',
  failed: 'bad',
}
export const resultMarks: Record<BulkResult, Mark> = {
  waiting: 'muted',
  ordered: 'info',
  in_game: 'info',
  confirmed: 'good',
  refused: 'bad',
  no_answer: 'warn',
  to_be_told: 'warn',
  replaced: 'muted',
  skipped: 'muted',
  failed: 'bad',
  stopped: 'warn',
}

type Counted = Pick<BulkJob, 'outcome' | 'planned' | 'confirmed'>

/** "22 of 24 confirmed"; of what did not come to its end, with its state. */
export function outcomeWord(t: Translate, { outcome, planned, confirmed }: Counted): string {
  const state = t(`bulk:outcome.${outcome}`)
  switch (outcome) {
    case 'awaiting':
    case 'partly':
    case 'none':
      return t('bulk:confirmed_of', { confirmed, planned })
    case 'done':
    case 'stopped':
    case 'failed':
      return t('bulk:stopped_of', { state, confirmed, planned })
    default:
      return state
  }
}

/** A job's title says what it is to do and, once it is over, how many slots it was done to. */
export const headingOf = (
  t: Translate,
  { action, state, planned, confirmed }: Pick<BulkJob, 'action' | 'state' | 'planned' | 'confirmed'>,
): string =>
  ['stopped', 'done', 'failed'].includes(state)
    ? t(`bulk:heading.${action}`, { count: planned, confirmed })
    : t(`bulk:title_of.${action}`, { count: planned })

type Answers = Pick<
  BulkJob,
  'done' | 'skipped' | 'failed' | 'stopped' | 'total' | 'planned' | (typeof answerCounts)[number]
>

/** Counts the slots that received the order and have neither done nor refused it yet. */
const unanswered = (job: Answers): number => job.done - answerCounts.reduce((sum, name) => sum + job[name], 0)

/**
 * Those of the planned that have not confirmed, in words: "in a game: 1". Those that the preview left out were never
 * planned.
 */
export function notConfirmed(t: Translate, job: Answers): string[] {
  const counts = {
    ordered: unanswered(job),
    in_game: job.in_game,
    refused: job.refused,
    no_answer: job.no_answer,
    to_be_told: job.to_be_told,
    replaced: job.replaced,
    skipped: job.skipped - (job.total - job.planned),
    failed: job.failed,
    stopped: job.stopped,
  }
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(`bulk:count.${name}`, { count }))
}

/** Why a slot has the result that it has; null where the result says it all. */
export function whyOf(
  t: Translate,
  { result, reason, answer_code: code }: Pick<BulkItem, 'result' | 'reason' | 'answer_code'>,
): string | null {
  if (result === 'skipped') return t([`bulk-items:reason.${reason}`, 'engine:skipped.other'])
  if (result === 'failed') return t('bulk:failed_why')
  return result === 'refused' && code !== null ? codeWord(t, code) : null
}

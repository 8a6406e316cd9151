import {
  answerCounts,
  bulkAction,
  bulkContract,
  bulkOutcome,
  type BulkJob,
} from '../../../backend/bulk/bulk.contract'
import { numberColumn, textColumn, timeColumn, plainListing } from '../../engine/list/plain-columns'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { BULK, notConfirmed, outcomeMarks, outcomeWord } from './bulk'

const counts = ['total', 'planned', 'done', 'confirmed'] as const
/** On the page they stand together in words; a file has a column for each. */
const others = [...answerCounts.filter(name => name !== 'confirmed'), 'skipped', 'failed', 'stopped'] as const
const what = ({ action, reason }: BulkJob, t: Translate) => `${t(`bulk:action.${action}`)}: ${reason}`

export const bulkListing = plainListing<BulkJob>({
  sort: '-id',
  sortKeys: bulkContract.sort,
  filters: [
    {
      filter: 'action',
      values: bulkAction.options,
      label: t => t('bulk:fields.action'),
      word: (value, t) => t(`bulk:action.${value}`),
    },
    {
      filter: 'outcome',
      values: bulkOutcome.options,
      label: t => t('bulk:fields.job_state'),
      word: (value, t) => t(`bulk:outcome.${value}`),
    },
  ],
  texts: 'bulk:fields',
  searched: true,
  muted: ({ state }) => state === 'previewed',
  columns: [
    {
      ...textColumn('what', what, { sortBy: 'action' }),
      cell: (job, { t }) => <a href={`${BULK}/${job._id}`}>{what(job, t)}</a>,
    },
    {
      ...textColumn('job_state', (job, t) => outcomeWord(t, job), { rank: 2, sortBy: 'outcome' }),
      cell: (job, { t }) => <Status mark={outcomeMarks[job.outcome]}>{outcomeWord(t, job)}</Status>,
    },
    textColumn(
      'by',
      ({ origin_kind, confirmed_by, created_by }, t) =>
        origin_kind === 'automatic' ? t('bulk:automatic') : (confirmed_by ?? created_by),
      { rank: 3 },
    ),
    timeColumn('created_at', job => job.created_at, { sortBy: 'created_at' }),
    ...counts.map(key =>
      numberColumn<BulkJob>(key, job => job[key], key === 'confirmed' ? { sortBy: 'confirmed' } : {}),
    ),
    {
      key: 'answers',
      cell: (job, { t }) => (job.state === 'previewed' ? '–' : notConfirmed(t, job).join(' · ') || '–'),
    },
    ...others.map(key => ({ ...numberColumn<BulkJob>(key, job => job[key]), fileOnly: true })),
    timeColumn('finished_at', job => job.finished_at, { sortBy: 'finished_at' }),
  ],
})

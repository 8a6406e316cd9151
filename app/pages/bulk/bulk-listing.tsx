import { bulkAction, bulkContract, bulkState, type BulkJob } from '../../../backend/bulk/bulk.contract'
import { numberColumn, textColumn, timeColumn, plainListing } from '../../engine/plain-columns'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { BULK, stateMarks } from './bulk'

const counts = ['total', 'done', 'skipped', 'failed', 'stopped'] as const
const what = ({ action, reason }: BulkJob, t: Translate) => `${t(`bulk:action.${action}`)}: ${reason}`

export const bulkListing = plainListing<BulkJob>({
  sort: '-created_at', sortKeys: bulkContract.sort,
  filters: [
    { filter: 'action', values: bulkAction.options, label: t => t('bulk:fields.action'), word: (value, t) => t(`bulk:action.${value}`) },
    { filter: 'state', values: bulkState.options, label: t => t('bulk:fields.job_state'), word: (value, t) => t(`bulk:state.${value}`) },
  ],
  texts: 'bulk:fields',
  searched: true,
  muted: ({ state }) => state === 'previewed',
  columns: [
    { ...textColumn('what', what, { sortBy: 'action' }), cell: (job, { t }) => <a href={`${BULK}/${job._id}`}>{what(job, t)}</a> },
    { ...textColumn('job_state', ({ state }, t) => t(`bulk:state.${state}`), { rank: 2, sortBy: 'state' }), cell: ({ state }, { t }) => <Status mark={stateMarks[state]}>{t(`bulk:state.${state}`)}</Status> },
    textColumn('by', ({ origin_kind, confirmed_by, created_by }, t) => (origin_kind === 'automatic' ? t('bulk:automatic') : confirmed_by ?? created_by), { rank: 3 }),
    timeColumn('created_at', job => job.created_at, { sortBy: 'created_at' }),
    ...counts.map(key => numberColumn<BulkJob>(key, job => job[key])),
    timeColumn('finished_at', job => job.finished_at, { sortBy: 'finished_at' }),
  ],
})

/** `/slots/changes` as a list: what was edited and archived in bulk, each with its outcome. */
import { manyActionsOf, manyState, PAST_SORT, type ManyJob } from '../../../backend/contract/many'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import type { Resource } from '../define-resource'
import { actionLabel } from '../labels'
import { manyAt, manyMark } from './many'
import { numberColumn, textColumn, timeColumn, plainListing } from '../list/plain-columns'

/** In the words of the list's own texts. */
const counts = {
  chosen: 'total',
  changed: 'done',
  unchanged: 'unchanged',
  refused: 'failed',
  left_out: 'skipped',
  stopped: 'stopped',
} as const

const what = ({ name }: Pick<Resource, 'name'>, job: ManyJob, t: Translate) =>
  t(`engine:many.title.${job.action === 'update' && job.origin_id !== null ? 'back' : job.action}`, {
    things: t(`${name}:counted`, { count: job.total }),
  })

export const pastListing = (resource: Pick<Resource, 'name' | 'path' | 'contract'>) =>
  plainListing<ManyJob>({
    sort: '-id',
    sortKeys: PAST_SORT,
    filters: [
      {
        filter: 'action',
        values: manyActionsOf(resource.contract).map(({ action }) => action),
        label: t => t('engine:many.past.fields.what'),
        word: (value, t) =>
          value === 'update' ? t('engine:detail.edit') : actionLabel(t, resource.name, value),
      },
      // A preview that nobody confirmed is none of them.
      {
        filter: 'state',
        values: manyState.exclude(['previewed']).options,
        label: t => t('engine:many.past.fields.state'),
        word: (value, t) => t(`engine:many.state.${value}`),
      },
    ],
    texts: 'engine:many.past.fields',
    searched: true,
    columns: [
      {
        ...textColumn('what', (job, t) => what(resource, job, t), { sortBy: 'action' }),
        cell: (job, { t }) => <a href={manyAt(resource, job)}>{what(resource, job, t)}</a>,
      },
      {
        ...textColumn('state', ({ state }, t) => t(`engine:many.state.${state}`), {
          rank: 2,
          sortBy: 'state',
        }),
        cell: (job, { t }) => <Status mark={manyMark(job)}>{t(`engine:many.state.${job.state}`)}</Status>,
      },
      textColumn('by', job => job.created_by, { rank: 3, sortBy: 'created_by' }),
      timeColumn('at', job => job.confirmed_at ?? job.created_at, { sortBy: 'confirmed_at' }),
      textColumn('reason', job => job.reason),
      ...Object.entries(counts).map(([key, name]) =>
        numberColumn<ManyJob>(key, job => job[name], name === 'total' ? { sortBy: 'total' } : {}),
      ),
    ],
  })

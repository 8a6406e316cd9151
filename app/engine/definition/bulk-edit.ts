import type {
  BulkEditJob,
  BulkEditOutcome,
  BulkEditState,
} from '../../../backend/platform/contract/bulk-edit'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'
import type { Resource } from './resource'

export type Choice = 'leave' | 'set' | 'empty'

/** What many rows may be given the same value of: as the contract says, in the form's order. */
export const bulkEditFields = ({ contract, form, fields }: Resource): string[] =>
  Object.values(form?.sections ?? {})
    .flat()
    .filter(name => contract.bulk?.includes(name) && fields[name]?.input)

/** Whether nothing is a value it may have. */
export function mayBeEmpty({ contract }: Resource, name: string): boolean {
  const parsed = contract.input.shape[name]?.safeParse(null)
  return parsed?.success === true && parsed.data === null
}

/** The page of a change of many rows. */
export const bulkEditHref = (list: Pick<Resource, 'path'>, { _id }: Pick<BulkEditJob, '_id'>): string =>
  `${changesAt(list)}/${_id}`

/** What was changed of many rows of this list. */
export const changesAt = ({ path }: Pick<Resource, 'path'>): string => `${path}/changes`

const over: readonly BulkEditState[] = ['stopped', 'done', 'failed']

export const outcomeMarks: Record<BulkEditOutcome, Mark> = {
  waiting: 'info',
  changed: 'good',
  unchanged: 'muted',
  refused: 'bad',
  skipped: 'warn',
  stopped: 'warn',
}

/** It takes back what another one has edited: each row becomes what it was. */
const isRevert = ({ action, origin_id }: Pick<BulkEditJob, 'action' | 'origin_id'>): boolean =>
  action === 'update' && origin_id !== null

/** What a job is called; once it is over, with how many of those planned it was done to. */
const bulkEditHeading = (
  t: Translate,
  title: string,
  { state, done, planned }: Pick<BulkEditJob, 'state' | 'done' | 'planned'>,
): string => (over.includes(state) ? t('engine:many.heading', { title, changed: done, planned }) : title)

/** The same in full: what it does, to how many of what. */
export const bulkEditTitle = (t: Translate, { name }: Pick<Resource, 'name'>, job: BulkEditJob): string =>
  bulkEditHeading(
    t,
    t(`engine:many.title.${isRevert(job) ? 'back' : job.action}`, {
      things: t(`${name}:counted`, { count: job.total }),
    }),
    job,
  )

/** Green is only what was done to all that were planned. */
export const bulkEditMark = ({
  state,
  done,
  planned,
}: Pick<BulkEditJob, 'state' | 'done' | 'planned'>): Mark =>
  state === 'done' && done < planned ? 'warn' : bulkEditStateMarks[state]

export const bulkEditStateMarks: Record<BulkEditState, Mark> = {
  previewed: 'muted',
  queued: 'muted',
  running: 'info',
  stopping: 'warn',
  stopped: 'warn',
  done: 'good',
  failed: 'bad',
}

import { redirect } from '@remix-run/node'
import { bulkContract } from '../../../backend/operations/bulk/bulk.contract'
import { idOf } from '../../engine/data/resource-at.server'
import { BULK } from './job-words'
import { guarded } from '../../session/guard.server'

/** The former address of a job's result file, from before results were a list like any other. */
export const loader = guarded(bulkContract.permissions.read, ({ params, url }) =>
  redirect(`${BULK}/${idOf(params)}/export.csv${url.search}`),
)

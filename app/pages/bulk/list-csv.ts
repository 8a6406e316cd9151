import { bulkContract } from '../../../backend/bulk/bulk.contract'
import { plainCsv } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { bulkListing } from './bulk-listing'
import { askJobs } from './bulk.server'

export const loader = guarded(bulkContract.permissions.list, asked =>
  plainCsv(asked, bulkListing, askJobs, asked.t('bulk:title')),
)

import { bulkContract, type BulkJob } from '../../../backend/bulk/bulk.contract'
import type { PlainAsk } from '../../engine/list/plain.server'

export const askJobs: PlainAsk<BulkJob> = ({ api }, request) => api(bulkContract).list(request)

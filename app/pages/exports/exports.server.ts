import type { PlainAsk } from '../../engine/list/plain.server'
import { exportsContract, type DataExport } from './export'

export const askExports: PlainAsk<DataExport> = ({ api }, request) => api(exportsContract).list(request)

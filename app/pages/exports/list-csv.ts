/** The list of files, as a file. */
import { plainCsv } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { exportListing } from './export-listing'
import { askExports } from './exports.server'

export const loader = guarded(exportsContract.permissions.list, asked =>
  plainCsv(asked, exportListing, askExports, asked.t('exports:title')),
)

import { redirect } from '@remix-run/node'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'

/** The section's own address: the list of SMIBs. */
export const loader = guarded('smib::list', () => redirect(resourcePaths.smibs))

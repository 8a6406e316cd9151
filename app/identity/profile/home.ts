import { redirect } from '@remix-run/node'
import { guarded } from '../../session/guard.server'

/** `/user` and `/user-profile` lead to the overview. */
export const loader = guarded('signed-in', () => redirect('/user-profile/profile-overview'))

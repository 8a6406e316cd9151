/** Templates belong to the subscriptions, so the breadcrumb leads there. */
import { redirect } from '@remix-run/node'
import { guarded } from '../../session/guard.server'

export const loader = guarded('signed-in', () => redirect('/notifications/subscriptions'))

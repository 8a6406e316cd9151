import { json } from '@remix-run/node'
import { open } from '../../session/guard.server'
import { remainingOf } from '../../session/remaining.server'

/** Asked by an open page before it warns: another tab may have gone on working. Asking keeps nobody signed in. */
export const loader = open(async ({ visit }) => json(await remainingOf(visit)))

import { json } from '@remix-run/node'
import { open } from '../../session/guard.server'
import { remainingOf } from '../../session/remaining.server'

/**
 * An open page calls this before it warns, since another tab may have gone on working. The call keeps nobody signed
 * in.
 */
export const loader = open(async ({ requestSession }) => json(await remainingOf(requestSession)))

import { json } from '@remix-run/node'
import { open } from '../../session/guard.server'
import { build } from '../../build-stamp.server'

/** The running build (specification section 7); asked every minute by open pages. */
export const loader = open(() => json(build, { headers: { 'Cache-Control': 'no-store' } }))

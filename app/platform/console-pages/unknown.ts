import { redirect } from '@remix-run/node'
import { open } from '../../session/guard.server'

export const loader = open(() => redirect('/error/error-v1'))

import { redirect } from '@remix-run/node'
import { open } from '../../session/guard.server'
import { START_PATH } from '../../console/start-path'

export const loader = open(({ user }) => redirect(user ? START_PATH : '/auth/login'))

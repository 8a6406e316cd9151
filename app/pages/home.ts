import { redirect } from '@remix-run/node'
import { open } from '../session/guard.server'

export const loader = open(({ user }) => redirect(user ? '/access' : '/auth/login'))

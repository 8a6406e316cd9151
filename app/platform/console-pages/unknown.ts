import { redirect } from '@remix-run/node'
import { open } from '../../session/guard.server'
import { unknownAddress } from '../../session/unknown-address'

export const loader = open(({ url }) => redirect(unknownAddress(url)))

/**
 * Where people reach this console: what is printed or handed on leads there, whatever host and scheme a proxy
 * in between used.
 */
import { env } from '../process/env.server'

/** `address`: this request's own, for an installation without `ORIGIN`. */
export const publicAddress = (address: string | URL): URL => new URL(env().origin ?? address)

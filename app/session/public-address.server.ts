/** Where people reach this console: what is printed or handed on leads there, whatever host and scheme a proxy in between asked for. */
import { env } from '../process/env.server'

/** `address`: what this request asked for, for an installation that was told no `ORIGIN`. */
export const publicAddress = (address: string | URL): URL => new URL(env().origin ?? address)

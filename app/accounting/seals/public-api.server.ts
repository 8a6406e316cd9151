import { createApi, type Api } from '../../api/client.server'
import { callerFacts } from '../../session/request-session.server'

/** As nobody, also for who is signed in: a session that ended would only be in the way. */
export const publicApi = (request: Request): Api => createApi({ session: null, ...callerFacts(request) })

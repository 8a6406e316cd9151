/**
 * The one shape of a log line, of both programs: `level` by name, `time` as ISO 8601 in UTC, `program`, `request_id`
 * where it concerns a request, then its facts, then `msg`. A request's own line has `method`, `path`, `status` and
 * `ms`.
 */
import pino, { type DestinationStream, type Logger } from 'pino'
import { masked } from './mask'
import { requestAtHand } from './request-at-hand'

export type Program = 'console' | 'backend'

export function programLog(program: Program, level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { program },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: label => ({ level: label }),
      log: facts => masked(facts) as Record<string, unknown>,
    },
    // `formatters.log` has made plain objects of errors already.
    serializers: { err: (error: unknown) => error },
    mixin: () => {
      const request = requestAtHand()
      return request ? { request_id: request.request_id } : {}
    },
    // What a caller says of the request is nearer to it than what the surroundings say.
    mixinMergeStrategy: (facts, surroundings) => ({ ...surroundings, ...facts }),
  }
  return destination ? pino(options, destination) : pino(options)
}

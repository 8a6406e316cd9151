/**
 * Files of scheduled reports: written here as their pages write them, whenever the backend has some to be made. Nobody
 * is signed in then.
 */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  MAX_RENDERED_FILE,
  nextAnswer,
  rendererKey,
  rendererPaths,
  rendererProof,
  type RenderOrder,
} from '../../../backend/accounting/report-schedules/report-renderer.contract'
import { outsideRequests } from '../../../backend/platform/process/request-at-hand'
import { ApiError } from '../../api/api-error'
import { createApi, type Api } from '../../api/client.server'
import { env } from '../../process/env.server'
import { translator } from '../../i18n/i18n.server'
import { log } from '../../process/log.server'
import { formBytes } from './form-files.server'

const LOOK_EVERY_MS = 15_000
/** After a failure: a backend that is down, or one of somebody else's that has no schedules. */
const LOOK_AGAIN_MS = 5 * 60_000
/** A file may take longer to be sent than a page's answer. */
const FILE_TIME_MS = 60_000

export interface Renderer {
  call: Api['call']
  /** `rendererKey` of the installation's secret. */
  key: Uint8Array
  clock?: () => number
}

/** Makes one sending's files; false when none waits. Whoever else has taken it meanwhile goes on with it. */
export async function renderNext({ call, key, clock = Date.now }: Renderer): Promise<boolean> {
  const proven = (path: string, what: readonly (string | number)[]) => {
    const at = clock()
    return { at, proof: rendererProof(key, [path, ...what, at]) }
  }
  const { order } = await call('POST', rendererPaths.next, {
    body: proven(rendererPaths.next, []),
    schema: nextAnswer,
  })
  if (!order) return false
  const { sending, lease } = order
  let files = 0
  let isTooLarge = false
  for await (const { report, format, bytes } of filesOf(order)) {
    if (bytes === null || bytes.length > MAX_RENDERED_FILE) {
      isTooLarge = true
      break
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const what = { sending, lease, report, format, sha256 }
    await call('POST', rendererPaths.file, {
      query: { ...what, ...proven(rendererPaths.file, Object.values(what)) },
      raw: bytes,
      schema: z.unknown(),
      timeLimitMs: FILE_TIME_MS,
    })
    files++
  }
  const what = { sending, lease, files, outcome: isTooLarge ? 'too_large' : 'made' } as const
  await call('POST', rendererPaths.done, {
    body: { ...what, ...proven(rendererPaths.done, Object.values(what)) },
    schema: z.unknown(),
  })
  return true
}

/** One after the other. Null: more rows than a PDF has. */
async function* filesOf({ reports, formats, language, origin }: RenderOrder) {
  const address = new URL(origin)
  address.searchParams.set('lng', language)
  for (const [report, { documents, seals, location, period }] of reports.entries())
    for (const format of formats) {
      const title = translator(language)('fiscal:file', { location, period })
      const context = { url: address, locale: language }
      yield {
        report,
        format,
        bytes: await unlessTooLarge(formBytes(context, { documents, seals, title }, format)),
      }
    }
}

async function unlessTooLarge(bytes: Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await bytes
  } catch (error) {
    if (error instanceof Response && error.status === 413) return null
    throw error
  }
}

/** From now on, until the process ends. Each console looks; a sending is made by one of them. */
export function startRenderer(): void {
  const key = rendererKey(env().sessionSecret)
  let hasFailed = false
  const look = async (): Promise<void> => {
    let wait = LOOK_EVERY_MS
    try {
      while (await renderNext({ call: createApi({ session: null, requestId: randomUUID() }).call, key }));
      hasFailed = false
    } catch (error) {
      // Two consoles met: the other one has it.
      if (!(error instanceof ApiError && error.status === 409)) {
        if (!hasFailed) log.warn({ err: error }, 'files of scheduled reports could not be made')
        hasFailed = true
        wait = LOOK_AGAIN_MS
      }
    }
    setTimeout(() => void look(), wait).unref()
  }
  outsideRequests(() => setTimeout(() => void look(), LOOK_EVERY_MS).unref())
}

import { z } from 'zod'
import { readInstallationSecret } from '../../platform/contract/installation-secret'
import { Problem } from '../../platform/contract/problem'
import type { Deps } from '../../platform/deps'
import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import {
  doneInput,
  fileQuery,
  isRendererProof,
  MAX_RENDERED_FILE,
  nextAnswer,
  nextInput,
  rendererKey,
  rendererPaths,
} from './report-renderer.contract'
import { finishOrder, nextOrder, takeFile } from './report-renderer.service'
import { reportSendingsContract } from './report-schedules.contract'
import { reportSchedulesStore, reportSendingsStore } from './report-schedules.store'
import { sendAgain } from './send-again.service'

const family = 'report-schedules'

export function register(api: Api): void {
  crud(api, reportSchedulesStore)
  crud(api, reportSendingsStore)
  command(
    api,
    reportSendingsStore,
    reportSendingsContract.actions.again,
    'Send reports again: as their schedules say now, to those who may read them now',
    each(({ db, actor, now }, row) => sendAgain(db, actor, row, now)),
  )

  api.endpoint(
    {
      method: 'POST',
      path: rendererPaths.next,
      family,
      summary:
        'The console’s own, signed with the installation’s secret: the next sending whose files it is to make',
      permission: 'public',
      body: nextInput,
      response: nextAnswer,
      refuses: [401],
    },
    async ({ deps, body, now }) => {
      demandConsole(deps, [rendererPaths.next, body.at], body, now)
      return { order: await nextOrder(deps) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: rendererPaths.file,
      family,
      summary: 'The console’s own: one file of the sending that it makes',
      permission: 'public',
      query: fileQuery,
      bytes: true,
      maxBytes: MAX_RENDERED_FILE,
      response: z.object({}),
      refuses: [401, 409, 413],
    },
    async ({ deps, query, bytes, now }) => {
      const { sending, lease, report, format, sha256, at } = query
      demandConsole(deps, [rendererPaths.file, sending, lease, report, format, sha256, at], query, now)
      await takeFile(deps, query, bytes)
      return {}
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: rendererPaths.done,
      family,
      summary: 'The console’s own: all files of a sending are here, or are too large to be sent',
      permission: 'public',
      body: doneInput,
      response: z.object({}),
      refuses: [401, 409],
    },
    async ({ deps, body, now }) => {
      const { sending, lease, files, outcome, at } = body
      demandConsole(deps, [rendererPaths.done, sending, lease, files, outcome, at], body, now)
      await finishOrder(deps, body)
      return {}
    },
  )
}

/** Throws 401 for whoever does not hold the secret of both programs. */
function demandConsole(
  { env }: Deps,
  what: readonly (string | number)[],
  proven: { at: number; proof: string },
  now: number,
): void {
  const secret = env.sessionSecret ?? readInstallationSecret(env.dataDir)
  if (secret === null || !isRendererProof(rendererKey(secret), what, proven, now))
    throw new Problem(401, 'not_the_console')
}

/**
 * What every page's frame needs: `export const loader = open(shellData)` in root.tsx. Never fails because the backend
 * is down.
 */
import { data, type AppLoadContext } from '@remix-run/node'
import { avatarPath } from '../console/avatar'
import type { ShellData } from '../console/shell-data'
import { log } from '../process/log.server'
import { appearanceAtHost, appearanceOfTenant } from './appearance.server'
import { isFetchedAhead } from './fetched-ahead.server'
import { open, type OpenContext } from './guard.server'
import { historyProgressOf } from './history-progress.server'
import { REQUEST_ID } from './request-admission.server'
import type { RequestSession } from './request-session.server'
import { readPreferences, windowOf } from './preferences.server'
import { remainingOf } from './remaining.server'
import { answerIdIn, answerPath, type FormAnswer } from './form-answers.server'
import { answerStore } from './session.server'
import { takeToast } from './toast.server'
import { unseenOf } from './unseen.server'

export async function shellData({
  request,
  url,
  requestSession,
  user,
  permissions,
  locale,
  timeZone,
  theme,
  density,
  requestId,
  api,
  can,
}: OpenContext) {
  const [answer, unseen, historyProgress, appearance] = user
    ? await Promise.all([
        answerFor(requestSession, url),
        unseenOf(user.user_id, api),
        historyProgressOf({ api, can, user }),
        appearanceOfTenant(user.tenant_id, api),
      ])
    : [null, null, null, await appearanceAtHost(request)]
  const shell: ShellData = {
    user: user
      ? {
          id: user.user_id,
          name: user.full_name || user.username,
          username: user.username,
          tenantId: user.tenant_id,
          picture: avatarPath(user.user_id, user.avatar),
          ...(user.narrowed === true && { isNarrowed: true }),
        }
      : null,
    permissions,
    locale,
    timeZone,
    theme,
    density,
    requestId,
    // Taken only by whoever sees it: a message must not vanish into a page that shows nobody's name.
    // Nor into one that is fetched in advance and may never be shown.
    flash: user && !isFetchedAhead(request) ? await takeToast(requestSession) : null,
    nonce: requestSession.nonce,
    path: url.pathname + url.search,
    now: Date.now(),
    ...(user && { sessionEnd: await remainingOf(requestSession) }),
    preferences: ownChoices(request),
    unseen,
    ...(historyProgress && { historyProgress }),
    ...(appearance && { appearance }),
    ...(answer && { answer: answer.data }),
  }
  // The page says why a form was refused, and its status says that it was.
  return answer ? data(shell, { status: answer.status }) : shell
}

const ownChoices = (request: Request): ShellData['preferences'] => {
  const cookies = request.headers.get('Cookie')
  const { rowsPerPage, searchKey } = readPreferences(cookies)
  return { rowsPerPage, searchKey, window: windowOf(cookies) }
}

/** What the form of this page was answered with, when its address says so. */
async function answerFor(requestSession: RequestSession, url: URL): Promise<FormAnswer | null> {
  const id = answerIdIn(url)
  const session = id && (await requestSession.session())
  return session ? answerStore().read(session.id, id, answerPath(url)) : null
}

/** For a page that failed before any loader ran. Null when the frame cannot be had: then the page stands without it. */
export async function shellOutsideLoaders(
  request: Request,
  context: AppLoadContext,
): Promise<ShellData | null> {
  const requestId = request.headers.get(REQUEST_ID)
  try {
    const shellRequest = new Request(request.url, { headers: request.headers })
    const answered = (await open(shellData)({ request: shellRequest, context, params: {} })) as unknown as {
      data: ShellData
    }
    return answered.data
  } catch (error) {
    log.warn({ request_id: requestId, why: String(error) }, 'an error page stands without its frame')
    return null
  }
}

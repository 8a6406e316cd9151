import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { readPush, removeBrowser, subscribeBrowser, testBrowser } from './push-browsers.service'
import { pushAnswer, pushInput, pushTarget, pushTested } from './push.contract'

const family = 'notifications'
const path = '/api/notifications/v1/push'

/** A person's own, which takes no permission; nobody else reads them. */
export function register(api: Api): void {
  const { deps } = api
  api.endpoint(
    {
      method: 'GET',
      path,
      family,
      permission: 'signed-in',
      summary:
        'In which browsers this user receives notifications, and the key to subscribe another one with',
      response: pushAnswer,
    },
    ({ db, actor }) => readPush(deps, db, actor.id),
  )
  const additions = limiter(30, 600)
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/subscribe`,
      family,
      permission: 'signed-in',
      summary: 'Receive notifications in one more browser, by its subscription at its push service',
      body: pushInput,
      response: z.object({}),
      write: true,
      refuses: [429],
    },
    async ({ db, actor, body, now }) => {
      await additions(actor.id)
      await subscribeBrowser({ deps, db, actor, now }, body)
      return {}
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/remove`,
      family,
      permission: 'signed-in',
      summary: 'Receive no more notifications in a browser of this user',
      body: pushTarget,
      response: z.object({}),
      write: true,
    },
    async ({ db, actor, body, now }) => {
      await removeBrowser(db, actor, body.id, now)
      return {}
    },
  )
  const tries = limiter(30, 600)
  api.endpoint(
    {
      method: 'POST',
      path: `${path}/test`,
      family,
      permission: 'signed-in',
      summary: 'Send a test message to a browser of this user; what its push service answered',
      body: pushTarget,
      response: pushTested,
      refuses: [429],
    },
    async ({ actor, body }) => {
      await tries(actor.id)
      const started = performance.now()
      const { problem, code } = await testBrowser(deps, actor, body.id)
      return { problem, code, ms: Math.round(performance.now() - started) }
    },
  )
}

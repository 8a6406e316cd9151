/** What the buttons of one's own browsers do; where they stand, `push-section.tsx`. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { pushSeverity, pushTested } from '../../../backend/workflow/webhooks/push.contract'
import { ApiError } from '../../api/api-error'
import { intentIn, keyIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { browserIn } from '../../ui/browser-name'

const BACK = '/notifications/subscriptions#push'
const WIRE = '/api/notifications/v1/push'
/** A push service may take 15 s. */
const PATIENCE_MS = 17_000

export const loader = guarded('signed-in', () => redirect(BACK))

export const action = guarded('signed-in', async ({ api, form, request, t, toast }) => {
  const intent = intentIn(form, ['subscribe', 'remove', 'test'])
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 2_000)
  try {
    if (intent === 'test') {
      const { problem, code, ms } = await api.call('POST', `${WIRE}/test`, {
        body: { id: typed('id') },
        schema: pushTested,
        timeLimitMs: PATIENCE_MS,
      })
      const words = [
        t(problem === null ? 'subscriptions:push.taken' : 'subscriptions:push.not_taken'),
        problem === null ? '' : t(`webhook-deliveries:problem.${problem}`),
        code === null ? '' : t('subscriptions:push.status', { code }),
        t('subscriptions:push.took', { ms }),
      ]
      await toast(problem === null ? 'good' : 'warn', words.filter(Boolean).join(' · '))
      return redirect(BACK, 303)
    }
    const isNew = intent === 'subscribe'
    if (isNew && typed('endpoint') === '') {
      // The form was sent without a script, so there is no subscription.
      await toast('warn', t('subscriptions:push.needs_script'))
      return redirect(BACK, 303)
    }
    const severity = pushSeverity.safeParse(form.get('severity'))
    await api.call('POST', `${WIRE}/${intent}`, {
      body: isNew
        ? {
            endpoint: typed('endpoint'),
            p256dh: typed('p256dh'),
            auth: typed('auth'),
            severity: severity.success ? severity.data : 'alarm',
            name: browserIn(request.headers.get('User-Agent')) ?? t('subscriptions:push.unnamed'),
          }
        : { id: typed('id') },
      schema: z.unknown(),
      idempotencyKey: keyIn(form),
    })
    await toast('good', t(isNew ? 'subscriptions:push.subscribed' : 'subscriptions:push.removed'))
  } catch (error) {
    // Another person's or one that is gone; too many; a push service that cannot be reached from here.
    if (!(error instanceof ApiError) || ![404, 422].includes(error.status)) throw error
    const [first] = Object.values(error.fields).flat()
    const why = first && t([`errors:fields.${first.code}`, 'errors:fields.invalid'], { ...first.params })
    const words = t(error.status === 404 ? 'subscriptions:push.gone' : 'subscriptions:push.failed')
    await toast('warn', why ? `${words} ${why}.` : words)
  }
  return redirect(BACK, 303)
})

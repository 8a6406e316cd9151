/** Making this device a kiosk, changing its limits, and taking a kiosk back: from the settings in the side panel. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { kioskInput, kiosk, newKiosk } from '../../../backend/platform/contract/kiosks.contract'
import { ApiError } from '../../api/api-error'
import { intentIn } from '../../session/form.server'
import { guarded, open, type GuardedContext } from '../../session/guard.server'
import { kioskCookie, kioskIn, noKioskCookie, type Device } from '../../session/kiosk.server'
import { returnPath } from '../../session/return-path.server'

export const loader = open(() => redirect('/panel/settings'))

const sent = z.discriminatedUnion('intent', [
  kioskInput.extend({
    intent: z.enum(['make', 'change']),
    idle_minutes: z.coerce.number().pipe(kioskInput.shape.idle_minutes),
    absolute_hours: z.coerce.number().pipe(kioskInput.shape.absolute_hours),
  }),
  z.object({ intent: z.literal('remove'), id: z.string().regex(/^[0-9a-f]{24}$/) }),
])
type Sent = z.output<typeof sent>

export const action = guarded('tenant::update_general_settings', async context => {
  const { form, request, toast, t } = context
  const back = (cookie?: string) =>
    redirect(returnPath(form, request), {
      status: 303,
      headers: cookie === undefined ? {} : { 'Set-Cookie': cookie },
    })
  intentIn(form, ['make', 'change', 'remove'])
  const read = sent.safeParse(Object.fromEntries(form))
  if (!read.success) {
    await toast('bad', t('console:kiosk.wrong'))
    return back()
  }
  const cookie = await perform(context, read.data)
  await toast('good', t(`console:kiosk.done.${read.data.intent}`))
  return back(cookie)
})

const path = '/api/settings/v1/kiosk'

/** The cookie that this device is to have from now on; undefined: as it is. */
async function perform({ api, request }: GuardedContext, wanted: Sent): Promise<string | undefined> {
  const here = await kioskIn(request.headers.get('Cookie'))
  if (wanted.intent === 'remove') {
    // Somebody else may have been quicker: then it is done.
    await api.call('DELETE', `${path}/${wanted.id}`, { schema: z.unknown() }).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
    return here?.id === wanted.id ? noKioskCookie() : undefined
  }
  const { intent, ...input } = wanted
  return kioskCookie(intent === 'change' && here ? await changed(api, here, input) : await made(api, input))
}

type Input = z.output<typeof kioskInput>

async function made(api: GuardedContext['api'], input: Input): Promise<Device> {
  const { kiosk: row, secret } = await api.call('POST', path, { body: input, schema: newKiosk })
  return {
    id: row._id,
    secret,
    name: row.name,
    idle_minutes: row.idle_minutes,
    absolute_hours: row.absolute_hours,
  }
}

async function changed(api: GuardedContext['api'], here: Device, input: Input): Promise<Device> {
  try {
    await api.call('PUT', `${path}/${here.id}`, { body: input, schema: z.object({ kiosk }) })
    return { ...here, ...input }
  } catch (error) {
    if (isGone(error)) return made(api, input)
    throw error
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Never shown; with it a refused form is answered with the error page instead of bare JSON. */
export default function Nothing() {
  return null
}

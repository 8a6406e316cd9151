import { redirect } from '@remix-run/node'
import { ApiError } from '../../api/api-error'
import { demandField } from '../../session/form.server'
import { open, type OpenContext } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { returnPath } from '../../session/return-path.server'
import { storePreferences } from '../../session/stored-preferences.server'

export const loader = open(() => redirect('/'))

export const action = open(async context => {
  const { form, user, api, request } = context
  demandField(form, ['timeZone', 'theme', 'density', 'searchKey', 'rowsPerPage', 'lng'])
  const choices = readChoices(form)
  const headers = new Headers()
  for (const cookie of preferenceCookies(choices)) headers.append('Set-Cookie', cookie)
  const isStored = !user || Object.keys(choices).length === 0 || (await storePreferences(api, choices))
  if (user && choices.timeZone !== undefined) await tellZone(context, isStored)
  return redirect(returnPath(form, request), { status: 303, headers })
})

/** No cookie holds the zone, so whoever chose one is told when it could not be kept; the next page is already in it. */
async function tellZone({ requestSession, toast, t }: OpenContext, isStored: boolean): Promise<void> {
  if (!isStored) return toast('bad', t('console:panel.zoneFailed'))
  await requestSession.renewIdentity().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** Never shown; with it a refused form is answered with the error page instead of bare JSON. */
export default function Nothing() {
  return null
}

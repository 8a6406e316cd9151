import { redirect } from '@remix-run/node'
import { open } from '../session/guard.server'
import { preferenceCookies, readChoices } from '../session/preferences.server'
import { returnPath } from '../session/return-path.server'
import { storePreferences } from '../session/stored-preferences.server'

export const loader = open(() => redirect('/'))

export const action = open(async ({ form, user, api, request }) => {
  const choices = readChoices(form)
  const headers = new Headers()
  for (const cookie of preferenceCookies(choices)) headers.append('Set-Cookie', cookie)
  if (user && Object.keys(choices).length > 0) await storePreferences(api, choices)
  return redirect(returnPath(form, request), { status: 303, headers })
})

/** Never shown; with it a refused form is answered with the error page instead of bare JSON. */
export default function Nothing() {
  return null
}

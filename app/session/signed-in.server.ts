/** A sign-in leads back to a form that was sent too late, or to the page that was requested. */
import { data, redirect } from '@remix-run/node'
import type { SavedForm } from '../console/error-data'
import { showsSavedForm } from '../engine/definition/shows-saved-form'
import type { SignedIn } from './authenticator.server'
import { savedFormAddress } from './saved-form.server'
import { sessionHeaders } from './new-session.server'
import { START_PATH } from '../console/start-path'

/** Signed in again, with something that had been sent too late and that no page shows filled. */
export interface Resumed {
  resumed: SavedForm
}

export interface LeadingOn {
  redirectTo: string | null
  savedForm: SavedForm | null
}

/** `extra`: further Set-Cookie values. */
export async function leadOn(
  request: Request,
  made: SignedIn,
  { redirectTo, savedForm }: LeadingOn,
  ...extra: readonly string[]
) {
  const shown = savedForm && showsSavedForm(savedForm.path) ? savedForm : null
  const headers = await sessionHeaders(request, made, shown)
  for (const cookie of extra) headers.append('Set-Cookie', cookie)
  if (shown) return redirect(savedFormAddress(shown), { status: 303, headers })
  if (savedForm) return data<Resumed>({ resumed: savedForm }, { headers })
  return redirect(redirectTo ?? START_PATH, { status: 303, headers })
}

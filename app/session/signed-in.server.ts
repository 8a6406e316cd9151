/** Where a sign-in leads: back to what somebody had sent too late, or to the page that was asked for. */
import { data, redirect } from '@remix-run/node'
import type { KeptForm } from '../console/error-data'
import { showsKept } from '../engine/form/shows-saved-form'
import type { SignedIn } from './authenticator.server'
import { keptAddress } from './saved-form.server'
import { sessionHeaders } from './new-session.server'
import { START_PATH } from '../console/start-path'

/** Signed in again, with something that had been sent too late and that no page shows filled. */
export interface Resumed {
  resumed: KeptForm
}

export interface LeadingOn {
  redirectTo: string | null
  kept: KeptForm | null
}

/** `extra`: further Set-Cookie values. */
export async function leadOn(
  request: Request,
  made: SignedIn,
  { redirectTo, kept }: LeadingOn,
  ...extra: readonly string[]
) {
  const shown = kept && showsKept(kept.path) ? kept : null
  const headers = await sessionHeaders(request, made, shown)
  for (const cookie of extra) headers.append('Set-Cookie', cookie)
  if (shown) return redirect(keptAddress(shown), { status: 303, headers })
  if (kept) return data<Resumed>({ resumed: kept }, { headers })
  return redirect(redirectTo ?? START_PATH, { status: 303, headers })
}

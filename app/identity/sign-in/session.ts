import { json, redirect } from '@remix-run/node'
import { demandNoOther } from '../../session/form.server'
import { open } from '../../session/guard.server'
import { returnPath } from '../../session/return-path.server'
import { remainingOf } from '../../session/remaining.server'

export const loader = open(() => redirect('/'))

/** "Stay signed in": like any request of a person's it starts the idle time again, and answers how long that is. */
export const action = open(async ({ requestSession, request, form }) => {
  demandNoOther(form, ['redirectTo'])
  if (!(request.headers.get('Accept') ?? '').includes('application/json'))
    return redirect(returnPath(form, request), 303)
  return json(await remainingOf(requestSession))
})

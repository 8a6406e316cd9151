import { redirect } from '@remix-run/node'
import { guarded } from '../../session/guard.server'

/** Ruling 7: the slot list with `demo=1`, whatever else its address asks. */
export const loader = guarded('slot::list', ({ url }) => {
  url.searchParams.set('demo', '1')
  return redirect(`/slots?${url.searchParams.toString()}`)
})

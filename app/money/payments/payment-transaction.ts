/** `/reports/payment-transaction?id=<id>`: the specification's other address of a payment. */
import { redirect } from '@remix-run/node'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { resourcePaths } from '../../addresses/names'

/** Throws 404 for what is no payment's id. Without one, what else the address says is the list's to use. */
export const loader = guarded('slot::get_payment_transactions', ({ url }) => {
  const id = url.searchParams.get('id') ?? ''
  const list = resourcePaths['payment-transactions']
  if (id !== '') throw redirect(`${list}/${idOf({ id })}`)
  const search = new URLSearchParams(url.search)
  search.delete('id')
  throw redirect(search.size > 0 ? `${list}?${search.toString()}` : list)
})

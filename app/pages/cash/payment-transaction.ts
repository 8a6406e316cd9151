/** `/reports/payment-transaction?id=<id>`: the specification's other address of a payment. */
import { redirect } from '@remix-run/node'
import { guarded } from '../../session/guard.server'
import { resourcePaths } from '../../resources/names'

export const loader = guarded('slot::get_payment_transactions', ({ url }) => {
  const id = url.searchParams.get('id') ?? ''
  const list = resourcePaths['payment-transactions']
  throw redirect(/^[0-9a-f]{24}$/.test(id) ? `${list}/${id}` : list)
})

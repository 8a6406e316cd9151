/**
 * `/jackpot-history/slot/<id>`: the specification says whose wins they are in the path; here it is a filter of
 * their list.
 */
import { redirect } from '@remix-run/node'
import { readsWins } from '../../../backend/money/jackpots/jackpots.contract'
import { isId, notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded(readsWins, ({ url, params }) => {
  const type = url.pathname.split('/')[2] ?? ''
  const { id } = params
  if (id !== undefined && !isId(id)) throw notFound()
  const search = new URLSearchParams(url.search)
  search.set('type', type)
  if (id) search.set(type, id)
  throw redirect(`/jackpot-history?${search.toString()}`)
})

import { open } from '../../session/guard.server'
import { page } from '../../session/failures.server'
import { addressFrom } from '../../session/unknown-address'

/** The page for addresses that lead nowhere (ruling 8): the error page of the frame, with its status. */
export const loader = open(({ request, url, requestSession }): null => {
  const path = addressFrom(url)
  throw page('not-found', 404, request, requestSession, 'not-found', path === undefined ? {} : { path })
})

export default function NotFoundPage() {
  return null
}

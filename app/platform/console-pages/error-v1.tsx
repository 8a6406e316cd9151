import { open } from '../../session/guard.server'
import { page } from '../../session/failures.server'

/** The page for addresses that lead nowhere (ruling 8): the error page of the frame, with its status. */
export const loader = open(({ request, visit }): null => {
  throw page('not-found', 404, request, visit)
})

export default function NotFoundPage() {
  return null
}

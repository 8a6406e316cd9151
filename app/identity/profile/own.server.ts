/** Reads somebody's own account for the pages of the profile. */
import { profile, type Profile } from '../../../backend/identity/profile/profile.contract'
import type { GuardedContext } from '../../session/guard.server'
import { problemsOf, trouble, type Problems } from '../account/typed-password'

export const ownProfile = ({ api }: Pick<GuardedContext, 'api'>): Promise<Profile> =>
  api.call('GET', '/api/users/v1/profile', { schema: profile })

/** What a form of the profile is answered with when it could not be saved. */
export interface Unsaved {
  problems: Problems
  failure: string | null
}

/** Throws what is neither a refusal of fields nor a passing trouble. */
export function unsavedOf(context: GuardedContext, error: unknown): { status: number; unsaved: Unsaved } {
  const problems = problemsOf(context.t, error)
  return problems
    ? { status: 422, unsaved: { problems, failure: null } }
    : { status: 503, unsaved: { problems: {}, failure: trouble(context, error) } }
}

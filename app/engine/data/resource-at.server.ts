/** Which entity a request is about. */
import { redirect } from '@remix-run/node'
import { resourceAtPath } from '../definition/registry'
import { ApiError } from '../../api/api-error'
import type { Api } from '../../api/client.server'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { Locale, Translate } from '../../i18n/locales'
import type { Resource, ResourceAction } from '../definition/resource'

/** What the engine's loaders use of a guarded handler's context. */
export interface RequestContext {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  api: Api
  can: (rule: PermissionRule) => boolean
  user: { user_id: string; tenant_id: string }
  t: Translate
  locale: Locale
  timeZone: string
  /** What was sent to this page after a session had ended. */
  savedForm: FormData | null
}

/**
 * An address that belongs to no entity is an unknown route (ruling 8). Throws 404 for a page below a malformed id: the
 * page of one list below it would be taken for that of the list above, which has all rows.
 */
export function resourceAt({ url, params }: { url: URL; params?: RequestContext['params'] }): Resource {
  const resource = resourceAtPath(url.pathname)
  const isKnown = resource !== undefined || params?.resource === undefined
  if (isKnown && hasPageBelowMalformedId(url, params?.id)) throw notFound()
  if (!resource) throw redirect('/error/error-v1')
  return resource
}

/** The last word of an address may be a page of an older release, which the detail page sends on. */
const hasPageBelowMalformedId = ({ pathname }: URL, id: string | undefined): boolean =>
  id !== undefined && !isId(id) && !pathname.endsWith(`/${id}`)

/** The form's permission; an entity without a form has no such page. */
export function permissionFor(args: { url: URL }, verb: 'create' | 'update'): PermissionRule {
  const { contract, form } = resourceAt(args)
  const permission = contract.permissions[verb]
  if (!permission || !form) throw redirect('/error/error-v1')
  return { all: [contract.permissions.read, permission] }
}

export function actionAt(args: { url: URL; params: Record<string, string | undefined> }): ResourceAction {
  const name = args.params.action
  const action = resourceAt(args).actions.find(one => one.name === name)
  if (!action) throw redirect('/error/error-v1')
  return action
}

export const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{24}$/.test(text)

/** A malformed id is an unknown id. */
export function idOf(params: Record<string, string | undefined>): string {
  if (!isId(params.id)) throw notFound()
  return params.id
}

/** Answered as the backend answers for an id that it does not know. */
export const notFound = () => new ApiError({ kind: 'problem', status: 404, code: 'not_found' })

/** The usual reasons of the reader's tenant, for forms that offer them. */
import {
  usualReasons,
  usualReasonsPath,
  type UsualReasonKind,
} from '../../../backend/platform/contract/usual-reasons'
import type { RequestContext } from './resource-at.server'

/** Empty where the tenant has none of its own, and where they could not be read: a form works without them. */
export const usualReasonsFor = async (
  { api }: Pick<RequestContext, 'api'>,
  kind: UsualReasonKind,
): Promise<string[]> => {
  try {
    return (await api.call('GET', usualReasonsPath, { schema: usualReasons }))[kind]
  } catch {
    return []
  }
}

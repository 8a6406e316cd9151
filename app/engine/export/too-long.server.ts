import { redirect } from '@remix-run/node'
import { DIRECT_ROWS } from '../../../backend/platform/contract/list'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'

/**
 * A list too long for one download leads whoever may order it to a file in the background; everybody else
 * gets the reason on the list itself.
 */
export async function tooLong(
  { can, t, toast, locale, timeZone }: Pick<GuardedContext, 'can' | 't' | 'toast' | 'locale' | 'timeZone'>,
  { list, order }: { list: string; order: string | null },
): Promise<Response> {
  if (order !== null && can({ all: ['data_export::create', 'slot::get'] })) return redirect(order)
  await toast('warn', t('exports:order.too_many', { limit: formatter(locale, timeZone).number(DIRECT_ROWS) }))
  return redirect(list)
}

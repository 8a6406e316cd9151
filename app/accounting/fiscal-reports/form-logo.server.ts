/** A logo that was sent, or is to go. Null: done. */
import { randomUUID } from 'node:crypto'
import {
  logoAnswer,
  logoPath,
  MAX_LOGO_UPLOAD,
} from '../../../backend/accounting/fiscal-reports/form-layout.contract'
import { refusalOf } from '../../engine/form/form-page.server'
import { idOf } from '../../engine/data/resource-at.server'
import type { GuardedContext } from '../../session/guard.server'
import { send, textOf, type Answered } from '../../engine/form/orders.server'

export const LOGO_MEGABYTES = MAX_LOGO_UPLOAD / 1024 / 1024

interface Refused {
  answered: Answered
  status: number
}

export async function setLogo({ api, form, params }: GuardedContext): Promise<Refused | null> {
  const file = form.get('logo')
  const typed = { reason: textOf(form, 'reason') }
  const refusedAs = (code: string, about: Record<string, number> = {}): Refused => ({
    status: 422,
    answered: {
      intent: 'logo',
      typed,
      problems: { logo: [{ code, params: about }] },
      failure: null,
      key: randomUUID(),
    },
  })
  if (!(file instanceof File) || file.size === 0) return refusedAs('no_file')
  if (file.size > MAX_LOGO_UPLOAD) return refusedAs('file_too_large', { megabytes: LOGO_MEGABYTES })
  try {
    await api.call('POST', logoPath(idOf(params)), {
      raw: new Uint8Array(await file.arrayBuffer()),
      query: typed,
      schema: logoAnswer,
    })
    return null
  } catch (error) {
    const { status, ...refusal } = refusalOf(error, { key: randomUUID(), names: ['logo', 'reason'] })
    return { status, answered: { intent: 'logo', typed, ...refusal } }
  }
}

export async function removeLogo(context: GuardedContext): Promise<Refused | null> {
  const order = await send(context, 'no-logo', {
    path: `${logoPath(idOf(context.params))}/remove`,
    body: { reason: textOf(context.form, 'reason') },
    fields: ['reason'],
  })
  return order.refused ? { answered: order.refused.data, status: order.refused.status } : null
}

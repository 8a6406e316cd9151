/** One slot's mechanical counters, for the pages about them. */
import { redirect } from '@remix-run/node'
import { slotMetersAnswer, type SlotMeters } from '../../../backend/accounting/meters/meters.contract'
import type { Api } from '../../api/client.server'
import { idOf } from '../../engine/data/resource-at.server'

type Params = Readonly<Record<string, string | undefined>>

export const readMeters = async (api: Api, params: Params): Promise<SlotMeters> =>
  (
    await api.call('GET', `/api/configuration/v1/slot-machine-meters/${idOf(params)}`, {
      schema: slotMetersAnswer,
    })
  ).meters

/** Those of an archived slot stay as they are. */
export async function readOpenMeters({ api, params }: { api: Api; params: Params }): Promise<SlotMeters> {
  const meters = await readMeters(api, params)
  if (meters.archived) throw redirect(hrefOf(meters._id))
  return meters
}

/** Without the spaces that copying brings along. */
export const trimmed = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]))

export const crumbsOf = ({ slot }: SlotMeters): Record<string, string> => ({ [slot._id]: slot.name })
export const hrefOf = (id: string): string => `/slots/${id}/meters`

/** A meter as any of the languages writes it, in groups of three: it has no decimals that they could be taken for. */
export const meterOf = (typed: string): number | string | null =>
  wholeOf(/^\d{1,3}([.,'’])\d{3}(?:\1\d{3})*$/.test(typed.trim()) ? typed.replace(/[.,'’]/g, '') : typed)

/** A whole number without its spaces, nothing, or the text for the backend to refuse. */
export function wholeOf(typed = ''): number | string | null {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '')
  return text === '' ? null : /^\d{1,12}$/.test(text) ? Number(text) : text
}

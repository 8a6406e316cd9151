/** One machine's mechanical counters, for the pages about them. */
import { randomUUID } from 'node:crypto'
import { slotMetersAnswer, type SlotMeters } from '../../../backend/meters/meters.contract'
import type { Api } from '../../api/client.server'
import { idOf } from '../../engine/resource-at.server'

type Params = Readonly<Record<string, string | undefined>>

export const readMeters = async (api: Api, params: Params): Promise<SlotMeters> =>
  (
    await api.call('GET', `/api/configuration/v1/slot-machine-meters/${idOf(params)}`, {
      schema: slotMetersAnswer,
    })
  ).meters

export const crumbsOf = ({ slot }: SlotMeters): Record<string, string> => ({ [slot._id]: slot.name })
export const hrefOf = (id: string): string => `/slots/${id}/meters`

/** As the form sent it, or a new one. */
export function keyOf(form: FormData): string {
  const sent = String(form.get('idempotency_key') ?? '')
  return /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID()
}

/** -1 for what is no version: the backend refuses it. */
export const versionIn = (form: FormData): number =>
  /^\d{1,9}$/.test(String(form.get('version'))) ? Number(form.get('version')) : -1

/** What was typed; after a conflict, of each field whatever was chosen. */
export const chosenIn = (form: FormData, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map(name => [
      name,
      form.get(`keep.${name}`) === 'theirs' ? textIn(form, `theirs.${name}`) : textIn(form, name),
    ]),
  )

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, 1_000).trim() : ''
}

/** A whole number without its spaces, nothing, or the text for the backend to refuse. */
export function wholeOf(typed = ''): number | string | null {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '')
  return text === '' ? null : /^\d{1,12}$/.test(text) ? Number(text) : text
}

/** The notifications family, read as leniently as the specification's fallbacks want: only the id must be there. */
import { z } from 'zod'
import type { ListRequest } from '../../backend/platform/contract/list'
import type { RealTimeNotification } from '../islands/notification-text'
import type { Mark } from '../islands/notification-mark'
import type { Api } from './client.server'

const text = z.string().nullish().catch(null)
const notification = z.looseObject({
  id: z.string(),
  confirmed: z.boolean().nullish().catch(null),
  seen: z.boolean().nullish().catch(null),
  resource_type: text,
  resource_details: z.record(z.string(), text).nullish().catch(null),
  content: z.record(z.string(), text).nullish().catch(null),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
  timestamp: z.number().nullish().catch(null),
  severity: text,
  category: text,
})
const list = z.looseObject({
  rows: z.array(notification),
  total: z.number().int().min(0),
  capped: z.boolean().optional(),
  as_of: z.number().int().nullish().catch(null),
})

export interface NotificationPage {
  rows: RealTimeNotification[]
  total: number
  capped?: boolean | undefined
  as_of?: number | null | undefined
}

/** Newest first. `shared`: other pages wait for the same answer. */
export const listNotifications = (
  api: Api,
  request: Partial<ListRequest>,
  { shared = false }: { shared?: boolean } = {},
): Promise<NotificationPage> =>
  api.call('POST', '/api/notifications/v1/list', {
    body: { sortBy: ['timestamp'], sortDirection: ['DESC'], ...request },
    write: false,
    schema: list,
    shared,
  })

const marked = z.looseObject({
  results: z.array(z.looseObject({ id: z.string(), outcome: z.string() })).optional(),
})

/**
 * Seen ones leave the bell; confirmed ones are on record as taken note of. Doing it twice changes nothing. Answers
 * which of them it was done to: an operator's own backend may say nothing of each, and has then done it to all.
 */
export async function markNotifications(api: Api, how: Mark, ids: string[]): Promise<string[]> {
  const { results } = await api.call('POST', `/api/notifications/v1/${how}`, {
    body: { ids },
    schema: marked,
  })
  return results ? results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id) : ids
}

/** What the websocket sends; null for what cannot be read as a notification. */
export function readNotification(value: unknown): RealTimeNotification | null {
  const read = notification.safeParse(value)
  return read.success ? read.data : null
}

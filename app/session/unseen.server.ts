/** How many notifications a person has not seen: what the bell shows before any script runs, and where none does. */
import { remembered } from '../api/remembered.server'
import type { Api } from '../api/client.server'
import { listNotifications } from '../api/notifications.server'

/** The bell stands on every page: it is counted again this often, and after each form that the person sends. */
const COUNTED_MS = 30_000
/** No page waits longer for a number on a bell. */
const PATIENCE_MS = 250

const known = remembered<{ count: Promise<number | null> }>({ max: 5_000, ttl: COUNTED_MS })

/** Null while it is not known. */
export async function unseenOf(userId: string, api: Api): Promise<number | null> {
  let { count } = known.get(userId) ?? {}
  if (!count) {
    count = counted(api)
    known.set(userId, { count })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  try {
    return await Promise.race([count, patience])
  } finally {
    clearTimeout(timer)
  }
}

export const forgetUnseen = (userId: string): void => {
  known.delete(userId)
}

/** A count that failed claims nothing, and the next page does not try again either. */
const counted = async (api: Api): Promise<number | null> => {
  try {
    return (
      await listNotifications(
        api,
        { rowsPerPage: 1, exactFields: ['seen', 'told'], exactValues: [false, true] },
        { shared: true },
      )
    ).total
  } catch {
    return null
  }
}

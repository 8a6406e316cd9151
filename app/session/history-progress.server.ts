/** While the demo's history is made, every page says that its figures are incomplete. */
import { remembered } from '../api/remembered.server'
import { historyQuestion } from '../console/history-question'
import type { ShellData } from '../console/shell-data'
import type { OpenContext } from './guard.server'

const READ_AGAIN_MS = 5_000
/** No page waits longer for it. */
const PATIENCE_MS = 250

type Progress = ShellData['historyProgress']
const lastRead = remembered<{ progress: Promise<Progress> }>({ max: 1_000, ttl: READ_AGAIN_MS })
/** Tenants without one: none begins later, since a demo is made before anybody signs in. */
const made = remembered<{ at: number }>({ max: 10_000, ttl: 0 })

/** Null where none is made, or where that is not known. */
export async function historyProgressOf({
  api,
  can,
  user,
}: Pick<OpenContext, 'api' | 'can' | 'user'>): Promise<Progress> {
  if (!user || !can(historyQuestion.permission) || made.has(user.tenant_id)) return null
  let { progress } = lastRead.get(user.tenant_id) ?? {}
  if (!progress) {
    progress = ask(api, user.tenant_id)
    lastRead.set(user.tenant_id, { progress })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  try {
    return await Promise.race([progress, patience])
  } finally {
    clearTimeout(timer)
  }
}

async function ask(api: OpenContext['api'], tenant: string): Promise<Progress> {
  const { path, body, shape } = historyQuestion
  try {
    const { rows } = await api.call('POST', path, {
      body,
      write: false,
      schema: shape,
      shared: true,
    })
    const [task] = rows
    if (task) return { task: task._id, title: task.title, progress: task.progress }
    made.set(tenant, { at: Date.now() })
    return null
  } catch {
    return null
  }
}

/**
 * Each minute the length of every chain is recorded under seal, so an end that is cut off later shows, even with the
 * record of its end put back.
 */
import { SecretChanged } from './secret-changed'
import type { Deps } from '../deps'
import { adoptChains, noteHeads, readRegistry } from './registry'
import { auditKey, nameOf } from './seals'

const EVERY_MS = 60_000

/**
 * Throws `SecretChanged` where the log was sealed under another secret, unless `adopt` says that it is to be taken as
 * it is.
 */
export async function openAudit(deps: Deps, adopt: boolean): Promise<void> {
  const registry = await readRegistry(deps.db)
  if (adopt) {
    await adoptChains(deps, 'on_request', deps.clock())
    deps.log.warn(
      { earlier: registry?.adopted_at ?? null },
      'the audit log was adopted as it is: AUDIT_ADOPT is on, take it out again',
    )
    return
  }
  if (registry && registry.seal !== '' && registry.key_name !== nameOf(await auditKey(deps.db)))
    throw new SecretChanged()
  await adoptChains(deps, 'first', deps.clock())
}

export function startAuditKeeper(deps: Deps): { stop(): Promise<void> } {
  let good = true
  const note = async () => {
    try {
      const all = await noteHeads(deps, deps.clock())
      if (!all && good)
        deps.log.error({}, 'the audit log is not as it was written: GET /api/audit/v1/verify says where')
      good = all
    } catch (error) {
      deps.log.warn({ err: error }, 'the audit log could not be noted')
    }
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(note)
  }, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await note()
    },
  }
}

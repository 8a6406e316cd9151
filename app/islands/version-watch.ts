/** Asks once a minute whether a newer build runs. */
import type { VersionCheckProps } from './version-check'
import { askJson, hasShape, isLookedAt, type Watch } from './watch'

/** Specification section 9. */
const EVERY_MS = 60_000
export const isVersion = hasShape<{ commit: string }>({ commit: 'string' })

export const watchVersion: Watch<VersionCheckProps> = (_element, { commit }, mount) => {
  const timer = setInterval(() => {
    if (isLookedAt())
      void askJson('/version.json', isVersion).then(async running => {
        // A console that is being restarted says nothing: no new version.
        if (running && running.commit !== commit && (await mount())) clearInterval(timer)
      })
  }, EVERY_MS)
}

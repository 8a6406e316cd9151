/** The notice of a newer build, with its words. Its own build is written into it when it is made (vite.config.ts). */
import { Island } from './island'

export function VersionNotice({ t }: { t: (key: string) => string }) {
  const words = {
    available: t('version:available'),
    title: t('version:title'),
    text: t('version:text'),
    refresh: t('version:refresh'),
    later: t('version:later'),
  }
  return <Island name="version-check" props={{ commit: __COMMIT__, words }} />
}

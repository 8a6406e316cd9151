import type { Translate } from '../../i18n/locales'

/** The backend's own work has no name that would be the same in every language. */
export const actorWord = (t: Translate, { kind, name }: { kind: string; name: string }): string =>
  kind === 'system' ? t('tasks:system') : name

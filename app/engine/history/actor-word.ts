import type { Translate } from '../../i18n/locales'

/**
 * The backend's own work has no name that would be the same in every language, and nor has who signed in under no known
 * one.
 */
export const actorWord = (t: Translate, { kind, name }: { kind: string; name: string }): string =>
  kind === 'system'
    ? t('tasks:system')
    : kind === 'nobody' && name === 'nobody'
      ? t('audit:kind.nobody')
      : name

/** What a list below something else belongs to. */
import type { z } from 'zod'
import type { Translate } from '../../i18n/locales'

/** What such a list belongs to, for its title, its breadcrumbs and the way back. */
export interface Named {
  title: string
  crumbs?: Record<string, string>
  home?: { href: string; label: string }
}

/** `ask` is read together with the list: an id that nobody may see has no list either. */
export interface About {
  ask?: { path: string; shape: z.ZodType }
  say: (answer: unknown, t: Translate) => Named
}

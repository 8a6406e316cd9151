/** Texts of one language, as every part of the console asks for them. */
import type { i18n } from 'i18next'
import { localeOf, type Translate } from './locales'

const MOST_TEXTS = 5_000
const translators = new WeakMap<i18n, Translate>()

/** A page asks for some two hundred texts, nearly all of them as the page before it: these are put together once. */
export function translateOf(instance: i18n): Translate {
  const made = translators.get(instance)
  if (made) return made
  const lookUp = instance.t as Translate
  // Rather all forgotten at once than each one's age kept: that costs as much as looking it up.
  const known = new Map<string, string>()
  const translate: Translate = (key, values) => {
    const asked = values === undefined && typeof key === 'string' ? key : JSON.stringify([key, values])
    const kept = known.get(asked)
    if (kept !== undefined) return kept
    if (failsOnMissing && values?.defaultValue === undefined) demandText(instance, key, values)
    const text = lookUp(key, values)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(asked, text)
    return text
  }
  translators.set(instance, translate)
  return translate
}

/** A raw key is a fault of ours: a test that draws it fails, and people are shown the key rather than an error. */
const failsOnMissing = process.env.VITEST !== undefined

/** Throws with the file that lacks the text. */
function demandText(instance: i18n, key: string | string[], values?: Record<string, unknown>): void {
  const keys = [key].flat()
  if (keys.some(one => instance.exists(one, values))) return
  // The last of several may be the words themselves, for what has no text.
  if (keys.length > 1 && !keys.at(-1)?.includes(':')) return
  const [namespace = '', name = ''] = (keys.at(-1) ?? '').split(/:(.*)/s)
  throw new Error(
    name === ''
      ? `The text "${namespace}" has no namespace`
      : `locales/${localeOf(instance.language)}/*/${namespace}.json has no text "${name}"`,
  )
}

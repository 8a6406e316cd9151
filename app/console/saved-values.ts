/** What somebody had typed, in words: for pages that carry a form without being able to show it filled in. */
import type { Translate } from '../i18n/locales'
import type { SavedForm } from './error-data'
import { resourcePaths } from '../addresses/names'

/** A form's own business: nobody typed it. */
const OWN =
  /^(?:idempotency_key|version|base|act|intent|expected|redirectTo|nonce|find\..*|keep\..*|theirs\..*|was\..*|shown\..*)$/

/** Pages that are no entity's, and whose words they use. */
const others: readonly [path: string, namespace: string][] = [
  ['/config/', 'config'],
  ['/bulk-actions', 'bulk'],
  ['/slot/control/', 'control'],
  ['/advanced/smib/control/', 'smib-control'],
  ['/data-exports', 'exports'],
]
const namespaces = [...Object.entries(resourcePaths).map(([name, path]) => [path, name] as const), ...others]

export const isTyped = (name: string): boolean => !OWN.test(name)

export interface SavedValue {
  name: string
  label: string
  value: string
}

/** What a form carries of itself: what its button does and to what, in the language of its page. */
export const ACT = 'act'

const pathOf = ({ path }: Pick<SavedForm, 'path'>) => path.split('?', 1)[0] ?? ''

const namespaceOf = (pathname: string): string | undefined =>
  namespaces.filter(([start]) => pathname.startsWith(start)).sort(([a], [b]) => b.length - a.length)[0]?.[1]

/** What sending the form does, in words; of a form that carries none, what its address says, and null without. */
export function actOf(form: SavedForm, t: Translate): string | null {
  const carried = form.fields.find(([name]) => name === ACT)?.[1].trim()
  if (carried) return carried
  const pathname = pathOf(form)
  const namespace = namespaceOf(pathname)
  const last = pathname.split('/').at(-1) ?? ''
  if (!namespace || !/^[a-z][a-z_-]*$/.test(last)) return null
  const key = { new: 'create', edit: 'edit' }[last] ?? `actions.${last}`
  const words = last === 'edit' ? t('engine:detail.edit') : t(`${namespace}:${key}`, { defaultValue: '' })
  return words || null
}

/** One-time codes are sent from these pages; what else is secret is not saved at all. */
const HIDDEN = /pass|token|secret|pin$|otp/i
const isSecret = (pathname: string, name: string) =>
  HIDDEN.test(name) || (/^\/(?:auth|user-profile)\b/.test(pathname) && /code|response/.test(name))

const ID = /^[0-9a-f]{24}$/

/**
 * In the form's order; repeated names (several of one kind) as one. What was left empty is left out, and what has no
 * word stands together at the end, without the form's own names.
 */
export function savedValues(form: SavedForm, t: Translate): SavedValue[] {
  const { fields } = form
  const pathname = pathOf(form)
  const namespace = namespaceOf(pathname) ?? 'engine'
  const typed = new Map<string, string[]>()
  for (const [sent, value] of fields) {
    // A usual reason and words of one's own are one reason.
    const name = sent.replace(/\.usual$/, '')
    if (isTyped(name) && !isSecret(pathname, name) && value.trim() !== '')
      typed.set(name, [...(typed.get(name) ?? []), value])
  }
  const found: SavedValue[] = []
  const others: string[] = []
  for (const [name, values] of typed) {
    const label = labelOf(t, namespace, name)
    if (label)
      found.push({
        name,
        label,
        value: values.map(value => wordOf(t, namespace, name, value)).join(', '),
      })
    else others.push(...values.filter(value => !ID.test(value)))
  }
  if (others.length > 0)
    found.push({ name: 'others', label: t('console:trouble.others'), value: others.join(', ') })
  return found
}

/** Empty where no page has a word for it. */
const labelOf = (t: Translate, namespace: string, name: string): string =>
  name === 'reason'
    ? t('engine:form.reason')
    : t(
        [
          `${namespace}:fields.${name}`,
          `${namespace}:form.${name}`,
          `config:settings.${name}`,
          `config:sas.${name}`,
          `fraud:settings.${name}`,
          `payment-settings:settings.${name}`,
          `meters:kinds.${name}`,
        ],
        { defaultValue: '' },
      )

/** One of a few choices has a word, a record that was chosen no more than that; all else is shown as it was typed. */
const wordOf = (t: Translate, namespace: string, name: string, value: string): string => {
  if (ID.test(value)) return t('console:trouble.chosen')
  return /^[a-z][a-z_]{0,40}$/.test(value)
    ? t([`${namespace}:${name}.${value}`], { defaultValue: value })
    : value
}

/** Where one sees whether it was done: the record's own page, or the list that it would stand in. */
export function checkPath({ path }: Pick<SavedForm, 'path'>): string {
  const pathname = path.split('?', 1)[0] ?? '/'
  const record = /^(.*\/[0-9a-f]{24})(?:\/|$)/.exec(pathname)?.[1]
  return record ?? pathname.replace(/\/(?:new|edit|views|columns|import)$/, '')
}

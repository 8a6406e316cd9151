/** What somebody had typed, in words: for pages that carry a form without being able to show it filled in. */
import type { Translate } from '../i18n/locales'
import type { SavedForm } from './error-data'
import { resourcePaths } from '../addresses/names'

/** A form's own business: nobody typed it. */
const OWN =
  /^(?:idempotency_key|version|intent|expected|redirectTo|nonce|find\..*|keep\..*|theirs\..*|was\..*|shown\..*)$/

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

/** In the form's order; repeated names (several of one kind) as one. What was left empty is left out. */
export function savedValues({ path, fields }: SavedForm, t: Translate): SavedValue[] {
  const pathname = path.split('?', 1)[0] ?? ''
  const namespace =
    namespaces
      .filter(([start]) => pathname.startsWith(start))
      .sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? 'engine'
  const typed = new Map<string, string[]>()
  for (const [name, value] of fields)
    if (isTyped(name) && value.trim() !== '') typed.set(name, [...(typed.get(name) ?? []), value])
  return [...typed].map(([name, values]) => ({
    name,
    label: labelOf(t, namespace, name),
    value: values.map(value => wordOf(t, namespace, name, value)).join(', '),
  }))
}

function labelOf(t: Translate, namespace: string, name: string): string {
  if (name === 'reason') return t('engine:form.reason')
  const found = t(
    [
      `${namespace}:fields.${name}`,
      `config:settings.${name}`,
      `config:sas.${name}`,
      `fraud:settings.${name}`,
      `payment-settings:settings.${name}`,
      `meters:kinds.${name}`,
    ],
    { defaultValue: '' },
  )
  if (found) return found
  const plain = name.replace(/[_.-]+/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** One of a few choices has a word; everything else is shown as it was typed. */
const wordOf = (t: Translate, namespace: string, name: string, value: string): string =>
  /^[a-z][a-z_]{0,40}$/.test(value) ? t([`${namespace}:${name}.${value}`], { defaultValue: value }) : value

/** Where one sees whether it was done: the record's own page, or the list that it would stand in. */
export function checkPath({ path }: Pick<SavedForm, 'path'>): string {
  const pathname = path.split('?', 1)[0] ?? '/'
  const record = /^(.*\/[0-9a-f]{24})(?:\/|$)/.exec(pathname)?.[1]
  return record ?? pathname.replace(/\/(?:new|edit|views|columns|import)$/, '')
}

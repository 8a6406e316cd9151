import { Facts } from '../ui/facts'
import type { SavedForm } from './error-data'
import { savedValues } from './saved-values'
import { useTranslate } from './shell-context'

/** What will be sent, field by field, before it is. */
export function SavedFields({ form }: { form: SavedForm }) {
  const t = useTranslate()
  const items = savedValues(form, t).map(({ name, label, value }) => ({
    key: name,
    label,
    value,
    wide: value.length > 60,
  }))
  if (items.length === 0) return null
  return (
    <section className="prose-width mb-3">
      <h2>{t('console:trouble.typed')}</h2>
      <Facts items={items} />
    </section>
  )
}

import { Facts } from '../ui/facts'
import type { SavedForm } from './error-data'
import { actOf, savedValues } from './saved-values'
import { useTranslate } from './shell-context'

/** What sending does and to what, and what will be sent, field by field, before it is. */
export function SavedFields({ form }: { form: SavedForm }) {
  const t = useTranslate()
  const items = savedValues(form, t).map(({ name, label, value }) => ({
    key: name,
    label,
    value,
    wide: value.length > 60,
  }))
  const act = actOf(form, t)
  if (items.length === 0 && act === null) return null
  return (
    <section className="prose-width mb-3">
      {act === null ? null : (
        <p className="mb-2">
          {t('console:trouble.act')} <strong>{act}</strong>
        </p>
      )}
      {items.length > 0 ? (
        <>
          <h2>{t('console:trouble.typed')}</h2>
          <Facts items={items} />
        </>
      ) : null}
    </section>
  )
}

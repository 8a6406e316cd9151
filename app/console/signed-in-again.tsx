import type { SavedForm } from './error-data'
import { SavedFields } from './saved-fields'
import { Resend } from './resend'
import { useTranslate } from './shell-context'

/**
 * A form without a page that could show it filled: what was typed is listed. Nothing is sent again without the person.
 */
export function SignedInAgain({ form }: { form: SavedForm }) {
  const t = useTranslate()
  return (
    <section className="trouble">
      <h1>{t('auth:again')}</h1>
      <p>{t('auth:againWhat')}</p>
      <SavedFields form={form} />
      <Resend form={form} />
    </section>
  )
}

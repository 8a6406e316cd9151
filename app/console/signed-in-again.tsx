import type { KeptForm } from './error-data'
import { KeptFields } from './saved-fields'
import { Resend } from './resend'
import { useTranslate } from './shell-context'

/** A form without a page that could show it filled: what was typed is listed. Nothing is sent again without the person. */
export function SignedInAgain({ kept }: { kept: KeptForm }) {
  const t = useTranslate()
  return (
    <section className="trouble">
      <h1>{t('auth:again')}</h1>
      <p>{t('auth:againWhat')}</p>
      <KeptFields kept={kept} />
      <Resend kept={kept} />
    </section>
  )
}

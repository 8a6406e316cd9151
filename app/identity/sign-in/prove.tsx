/**
 * The second factor once more, for what moves money or seals. What was about to be sent goes along, and is sent by a
 * press of its own.
 */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { proveBody, provePath } from '../../../backend/identity/auth/second-factor.contract'
import { ApiError } from '../../api/api-error'
import type { SavedForm } from '../../console/error-data'
import { SavedFields } from '../../console/saved-fields'
import { ProveForm } from '../../console/prove-form'
import { Resend } from '../../console/resend'
import { useShell, useLoaded } from '../../console/shell-context'
import { readJson } from '../../session/form-json.server'
import { guarded } from '../../session/guard.server'
import { carriedForm } from '../../session/saved-form.server'
import { factorToShow } from '../../session/proving.server'
import { safeRedirect } from '../../session/redirect-to'
import { START_PATH } from '../../console/start-path'

interface Refused {
  saved: SavedForm | null
  back: string | null
  problem?: string
  failure?: string
}
interface Proven {
  proven: SavedForm
}

// The loader runs again after a try, since a challenge for a passkey is used up by then.
export const loader = guarded('signed-in', async ({ t, url, api }) => ({
  title: t('errors:kinds.proof-due.title'),
  back: safeRedirect(url.searchParams.get('redirectTo')),
  factor: await factorToShow(api),
}))

/** The proof that the backend checks, or why there is none. */
function shownBy(
  form: FormData,
): { body: z.output<typeof proveBody> } | { missing: 'required' | 'script' | 'passkey_again' } {
  const response = form.get('response')
  // The form was sent without a script, so no key has answered.
  if (response === '') return { missing: 'script' }
  if (typeof response === 'string') {
    const body = proveBody.safeParse({ response: readJson(response) })
    return body.success ? { body: body.data } : { missing: 'passkey_again' }
  }
  const code = String(form.get('code') ?? '').slice(0, 40)
  return code.trim() === '' ? { missing: 'required' } : { body: { code } }
}

export const action = guarded('signed-in', async ({ form, api, t }) => {
  const saved = carriedForm(form)
  const back = safeRedirect(form.get('redirectTo'))
  const shown = shownBy(form)
  if ('missing' in shown)
    return data<Refused>({ saved, back, problem: t(`auth:code.${shown.missing}`) }, { status: 422 })
  try {
    // A code is accepted once, so the request must not be repeated when its answer is lost.
    await api.call('POST', provePath, { body: shown.body, schema: z.unknown(), write: false })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 422) {
      const problem = t('code' in shown.body ? 'auth:code.wrong' : 'auth:code.passkey_again')
      return data<Refused>({ saved, back, problem }, { status: 422 })
    }
    const failure = t([`errors:codes.${error.code}`, `errors:kinds.${error.kind}.text`])
    return data<Refused>({ saved, back, failure }, { status: error.status })
  }
  return saved ? data<Proven>({ proven: saved }) : redirect(back ?? START_PATH, 303)
})

export default function ProvePage() {
  const { back, factor } = useLoaded<typeof loader>()
  const answered = useActionData() as Refused | Proven | undefined
  const { t } = useShell()
  if (answered && 'proven' in answered)
    return (
      <section className="trouble">
        <h1>{t('auth:prove.done')}</h1>
        <p>{t('auth:prove.send')}</p>
        <SavedFields form={answered.proven} />
        <Resend form={answered.proven} />
      </section>
    )
  return <ProveForm factor={factor} {...(answered ?? { saved: null, back })} />
}

/** Where the language is chosen: a page of its own without scripts, the top bar's sheet with them. */
import { redirect } from '@remix-run/node'
import { LanguageChoice } from '../../console/language-menu'
import { demandField } from '../../session/form.server'
import { open } from '../../session/guard.server'
import { preferenceCookies, readChoices } from '../../session/preferences.server'
import { safeRedirect } from '../../session/redirect-to'
import { returnPath } from '../../session/return-path.server'
import { storePreferences } from '../../session/stored-preferences.server'
import { PageHeader } from '../../ui/page'
import { START_PATH } from '../../console/start-path'
import { useLoaded } from '../../console/shell-context'

export const loader = open(({ user, url, t }) => {
  // Before the sign-in each page has its own choice.
  if (!user) throw redirect('/')
  return {
    title: t('console:frame.language'),
    from: safeRedirect(url.searchParams.get('from')) ?? START_PATH,
  }
})

export const action = open(async ({ form, user, api, request }) => {
  demandField(form, ['lng'])
  const { locale } = readChoices(form)
  const headers = new Headers()
  for (const cookie of preferenceCookies(locale ? { locale } : {})) headers.append('Set-Cookie', cookie)
  if (user && locale) await storePreferences(api, { locale })
  return redirect(returnPath(form, request), { status: 303, headers })
})

export default function Language() {
  const { title, from } = useLoaded<typeof loader>()
  return (
    <>
      <PageHeader title={title} />
      <div data-sheet-here="">
        <LanguageChoice from={from} />
      </div>
    </>
  )
}

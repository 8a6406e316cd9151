/** A link has brought another person's sign-in here: whoever is signed in decides. GET shows, POST performs. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { useShell, useLoaded } from '../../console/shell-context'
import { log } from '../../process/log.server'
import { intentIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { signedInAs, startAs } from '../../session/token-login.server'
import { safeRedirect } from '../../session/redirect-to'
import { tokenLoginStore } from '../../session/session.server'
import { Button } from '../../ui/button'
import { FormActions } from '../../ui/field'
import { START_PATH } from '../../console/start-path'

const waiting = async ({ requestSession }: GuardedContext) => {
  const session = await requestSession.session()
  return session && (await tokenLoginStore().read(session.id))
}

export const loader = guarded('signed-in', async context => {
  const found = await waiting(context)
  if (!found) return redirect(START_PATH)
  return {
    title: context.t('auth:switchAccount.title'),
    present: nameOf(context.user),
    newcomer: nameOf(found.identity.user),
    nonce: found.nonce,
  }
})

const decision = z.object({ intent: z.enum(['take', 'stay']), nonce: z.string() })

export const action = guarded('signed-in', async context => {
  const { form, requestSession, request } = context
  intentIn(form, ['take', 'stay'])
  const [found, session] = [await waiting(context), await requestSession.session()]
  const read = decision.safeParse(Object.fromEntries(form))
  // A link that came in since is another question.
  if (!found || !session || !read.success || read.data.nonce !== found.nonce)
    return redirect(found ? '/auth/take-over' : START_PATH, 303)
  await tokenLoginStore().drop(session.id)
  const path = safeRedirect(found.path) ?? START_PATH
  if (read.data.intent === 'stay') return redirect(path, 303)
  await endHere(context, session.tokens.refresh)
  const cookie = await startAs(
    found,
    request,
    requestSession,
    await signedInAs(request, found.identity, 'info'),
  )
  return redirect(path, { status: 303, headers: { 'Set-Cookie': cookie } })
})

const nameOf = ({ full_name, username }: { full_name: string; username: string }) => ({
  name: full_name || username,
  username,
})

/** As signing out does: the session here ends whatever the backend says. */
async function endHere({ api, requestId }: GuardedContext, refresh: string | null): Promise<void> {
  if (!refresh) return
  await api
    .call('POST', '/api/authorization/v1/logout', {
      body: { refresh_token: refresh },
      schema: z.unknown(),
      timeLimitMs: 1_500,
    })
    .catch((error: unknown) =>
      log.warn(
        { request_id: requestId, why: String(error) },
        'the backend was not told of a session that was replaced',
      ),
    )
}

export default function TakeOverPage() {
  const { present, newcomer, nonce } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <section className="sign-in">
      <h1>{t('auth:switchAccount.title')}</h1>
      <p>
        {t('auth:switchAccount.what', {
          present: present.name,
          presentLogin: present.username,
          newcomer: newcomer.name,
          newcomerLogin: newcomer.username,
        })}
      </p>
      <p>{t('auth:switchAccount.effect', { present: present.name })}</p>
      <form method="post" action="/auth/take-over">
        <input type="hidden" name="nonce" value={nonce} />
        <FormActions>
          <Button tone="primary" name="intent" value="stay">
            {t('auth:switchAccount.stay', { name: present.name })}
          </Button>
          <Button name="intent" value="take">
            {t('auth:switchAccount.take', { name: newcomer.name })}
          </Button>
        </FormActions>
      </form>
    </section>
  )
}

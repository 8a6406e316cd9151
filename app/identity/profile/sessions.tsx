/** Where somebody is signed in: each session is ended on its own, or all others at once. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { signIns } from '../../../backend/identity/profile/profile.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { browserIn } from '../../ui/browser-name'
import { ownProfile } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const PATH = profilePath('sessions')

export const loader = guarded('signed-in', async context => {
  const [own, { sessions }] = await Promise.all([
    ownProfile(context),
    context.api.call('GET', '/api/users/v1/sessions', { schema: signIns }),
  ])
  return { title: context.t('console:crumbs.sessions'), card: cardOf(own), sessions }
})

const ending = z.object({ id: z.string().regex(/^[0-9a-f]{24}$/) })

export const action = guarded('signed-in', async ({ form, api, t, toast }) => {
  const one = ending.safeParse(Object.fromEntries(form))
  if (one.success)
    await api.call('POST', '/api/users/v1/session-end', { body: one.data, schema: z.unknown() })
  else {
    intentIn(form, ['others'])
    await api.call('POST', '/api/users/v1/sessions-end', { body: {}, schema: z.unknown() })
  }
  await toast('good', t(one.success ? 'profile:sessions.ended' : 'profile:sessions.ended_others'))
  return redirect(PATH, 303)
})

const heads = ['browser', 'ip', 'started', 'used', 'ends', 'state'] as const
/** A narrow screen shows this below the browser's name. */
const ranks: Partial<Record<(typeof heads)[number], { rank: 2 | 3 }>> = {
  used: { rank: 2 },
  state: { rank: 3 },
}

export default function SessionsPage() {
  const { title, card, sessions } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  return (
    <ProfileFrame page="sessions" title={title} card={card}>
      <Section title={t('profile:sessions.title')}>
        <DataTable
          caption={t('profile:sessions.title')}
          columns={heads.map(key => ({ key, label: t(`profile:sessions.${key}`), ...ranks[key] }))}
          rows={sessions.map(one => ({
            key: one._id,
            cells: [
              browserIn(one.user_agent) ?? t('profile:sessions.unknown'),
              one.ip ?? '–',
              format.dateTime(one.started_at),
              format.dateTime(one.last_used_at),
              format.dateTime(one.ends_at),
              one.current ? (
                t('profile:sessions.current')
              ) : (
                <form key="end" method="post" action={PATH}>
                  <Button size="sm" name="id" value={one._id}>
                    {t('profile:sessions.end')}
                  </Button>
                </form>
              ),
            ],
          }))}
        />
        {sessions.length > 1 && (
          <form method="post" action={PATH} className="mt-3 no-print">
            <Button tone="danger" name="intent" value="others">
              {t('profile:sessions.end_others')}
            </Button>
          </form>
        )}
      </Section>
    </ProfileFrame>
  )
}

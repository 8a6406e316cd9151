/**
 * All that is stored of a person, to be printed or saved: for a reason, in this answer's page alone. It stands in no
 * address and in no session; to see it again is to ask again.
 */
import { data } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { playerFilePath } from '../../../backend/players/player-exclusion/player-file.contract'
import type { PlayerFile } from '../../../backend/players/player-exclusion/player-file.contract'
import { playersContract } from '../../../backend/players/player-exclusion/players.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, send, textOf, type Answered } from '../../engine/form/orders.server'
import { fileAnswer, handOutRule } from './hand-out.server'
import { PlayerFilePaper } from './paper'

interface HandedOut {
  reason: string
  /** Null when the form was sent again: the first answer had it. */
  file: PlayerFile | null
}

async function load({ api, params, t }: GuardedContext, answered?: Answered) {
  const id = idOf(params)
  const { name } = await api(playersContract).get(id)
  return {
    title: t('players:file.title', { name }),
    crumbs: { [id]: name, file: t('players:file.link') },
    id,
    ...formsOf(answered),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

export const loader = guarded(handOutRule, context => load(context))

export const action = guarded(
  handOutRule,
  async context => {
    const reason = textOf(context.form, 'reason')
    const sent = await send(context, 'hand-out', {
      path: playerFilePath,
      body: { player: idOf(context.params), reason },
      fields: ['reason'],
      schema: fileAnswer,
    })
    if (sent.refused) return data(await load(context, sent.refused.data), { status: sent.refused.status })
    return { reason, file: sent.value.file }
  },
  { keepsAnswer: true },
)

export default function PlayerFilePage() {
  const loaded = useLoaded<typeof loader>()
  const refused = useAnswer<Loaded>()
  const answer = useActionData() as Loaded | HandedOut | undefined
  const { t } = useShell()
  const handedOut = answer && 'file' in answer ? answer : null
  const { title, id, key, answered } = refused && !('file' in refused) ? refused : loaded
  const player = `${resourcePaths.players}/${id}`
  const here = `${player}/file`
  if (!handedOut?.file)
    return (
      <>
        <PageHeader title={title} />
        {handedOut ? (
          <Alert tone="warn" className="mb-3" title={t('engine:secret.shown_before')}>
            <p>{t('players:file.again')}</p>
          </Alert>
        ) : null}
        <OrderForm
          intent="hand-out"
          answered={answered}
          formKey={key}
          action={here}
          checkHref={`${player}/history`}
          backHref={player}
          submit={t('players:file.submit')}
          effect={t('players:file.effect')}
          fields={[reasonField(t)]}
        />
      </>
    )
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            <form method="post" action={`${here}.json`}>
              <input type="hidden" name="reason" value={handedOut.reason} />
              <Button icon="download">{t('players:file.download')}</Button>
            </form>
            <LinkButton href={player}>{t('players:file.back')}</LinkButton>
          </>
        }
      />
      <p className="no-print mb-2">{t('players:file.hint')}</p>
      <PlayerFilePaper file={handedOut.file} />
    </>
  )
}

/**
 * Photos of a person and of their documents: whoever may list players sees which exist, whoever may change players
 * adds and removes them, and viewing is revealing, for a recorded reason. A viewed picture is in this answer's page
 * alone, with no address of its own, so no browser or proxy stores it as a file.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import {
  lookAnswer,
  MAX_PICTURE_BYTES,
  MOST_PICTURES,
  pictureAdded,
  pictureKind,
  playerLookPath,
  playerPicturePath,
  playerPictures,
  playerPicturesPath,
  type SeenPicture,
} from '../../../backend/players/player-exclusion/player-pictures.contract'
import { playersContract } from '../../../backend/players/player-exclusion/players.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { refusalOf } from '../../engine/form/form-page.server'
import { idOf } from '../../engine/data/resource-at.server'
import { resourcePaths } from '../../addresses/names'
import { problemText } from '../../engine/render/labels'
import { intentIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Select } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, send, type Answered, textOf } from '../../engine/form/orders.server'
import { PictureSheet, PictureTable } from './picture-views'

export const MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024

interface Looked {
  /** Null when the form was sent again: the first answer had them. */
  seen: SeenPicture[] | null
}

async function load({ api, params, t, can }: GuardedContext, answered?: Answered) {
  const id = idOf(params)
  const [{ name }, { pictures }] = await Promise.all([
    api(playersContract).get(id),
    api.call('GET', `${playerPicturesPath}?player=${id}`, { schema: playerPictures }),
  ])
  return {
    title: t('players:pictures.title', { name }),
    crumbs: { [id]: name, pictures: t('players:pictures.link') },
    id,
    pictures,
    mayChange: can('pe_player::update'),
    mayLook: can('pe_player::reveal'),
    ...formsOf(answered),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

export const loader = guarded('pe_player::list_players', context => load(context))

export const action = guarded(
  { all: ['pe_player::list_players', { any: ['pe_player::update', 'pe_player::reveal'] }] },
  async context => {
    const { form, params, toast, t } = context
    const intent = intentIn(form, ['look', 'add', 'remove'])
    if (intent === 'look') {
      const sent = await send(context, 'look', {
        path: playerLookPath,
        body: { player: idOf(params), reason: textOf(form, 'reason') },
        fields: ['reason'],
        schema: lookAnswer,
      })
      if (sent.refused) return data(await load(context, sent.refused.data), { status: sent.refused.status })
      return { seen: sent.value.pictures }
    }
    const refused = intent === 'remove' ? await remove(context) : await add(context)
    if (refused) return data(await load(context, refused.answered), { status: refused.status })
    await toast('good', t(intent === 'remove' ? 'players:pictures.removed' : 'players:pictures.added'))
    return redirect(`${resourcePaths.players}/${idOf(params)}/pictures`, 303)
  },
  { keepsAnswer: true, maxBodyBytes: 2 * MAX_PICTURE_BYTES },
)

interface Refused {
  answered: Answered
  status: number
}
const refusedAs = (code: string, params: Record<string, number> = {}): Refused => ({
  status: 422,
  answered: {
    intent: 'add',
    typed: {},
    problems: { picture: [{ code, params }] },
    failure: null,
    key: randomUUID(),
  },
})

async function add({ api, form, params }: GuardedContext): Promise<Refused | null> {
  const file = form.get('picture')
  const kind = pictureKind.catch('person').parse(form.get('kind'))
  if (!(file instanceof File) || file.size === 0) return refusedAs('no_file')
  if (file.size > MAX_PICTURE_BYTES) return refusedAs('file_too_large', { megabytes: MEGABYTES })
  try {
    await api.call('POST', playerPicturePath, {
      raw: new Uint8Array(await file.arrayBuffer()),
      query: { player: idOf(params), kind },
      schema: pictureAdded,
    })
    return null
  } catch (error) {
    const { status, ...refusal } = refusalOf(error, { key: randomUUID(), names: ['picture'] })
    return { status, answered: { intent: 'add', typed: { kind }, ...refusal } }
  }
}

async function remove({ api, form }: GuardedContext): Promise<Refused | null> {
  const picture = idOf({ id: textOf(form, 'picture') })
  try {
    await api.call('DELETE', `${playerPicturePath}/${picture}`, { schema: z.unknown() })
    return null
  } catch (error) {
    const { status, ...refusal } = refusalOf(error, { key: randomUUID(), names: [] })
    return { status, answered: { intent: 'remove', typed: {}, ...refusal } }
  }
}

export default function PlayerPicturesPage() {
  const loaded = useLoaded<typeof loader>()
  const refused = useAnswer<Loaded>()
  const answer = useActionData() as Loaded | Looked | undefined
  const { t } = useShell()
  const looked = answer && 'seen' in answer ? answer : null
  const { title, id, key, pictures, mayChange, mayLook, answered } =
    refused && !('seen' in refused) ? refused : loaded
  const player = `${resourcePaths.players}/${id}`
  const here = `${player}/pictures`
  const removal = answered?.intent === 'remove' ? answered.failure : null
  return (
    <>
      <PageHeader title={title} commands={<LinkButton href={player}>{t('players:file.back')}</LinkButton>} />
      {looked?.seen ? <PictureSheet pictures={looked.seen} /> : null}
      {looked && !looked.seen ? (
        <Alert tone="warn" className="mb-3" title={t('engine:secret.shown_before')}>
          <p>{t('players:pictures.again')}</p>
        </Alert>
      ) : null}
      {removal ? <FailureNote method="POST" failure={removal} /> : null}
      <PictureTable pictures={pictures} mayChange={mayChange} action={here} />
      {mayLook && pictures.length > 0 && !looked?.seen ? (
        <Section title={t('players:pictures.look')}>
          <OrderForm
            intent="look"
            answered={answered}
            formKey={key}
            action={here}
            checkHref={`${player}/history`}
            submit={t('players:pictures.look')}
            effect={t('players:pictures.effect')}
            fields={[reasonField(t)]}
          />
        </Section>
      ) : null}
      {mayChange && pictures.length < MOST_PICTURES ? (
        <AddForm action={here} answered={answered?.intent === 'add' ? answered : undefined} />
      ) : null}
    </>
  )
}

function AddForm({ action, answered }: { action: string; answered: Answered | undefined }) {
  const { t } = useShell()
  const [problem] = answered?.problems.picture ?? []
  const error = problem && problemText(t, problem)
  const help = t('players:pictures.help', { megabytes: MEGABYTES, most: MOST_PICTURES })
  return (
    <Section title={t('players:pictures.add')}>
      <form method="post" action={action} encType="multipart/form-data" className="form" noValidate>
        <input type="hidden" name="intent" value="add" />
        {answered?.failure ? <FailureNote method="POST" failure={answered.failure} /> : null}
        <Field id="picture-kind" label={t('players:pictures.kind')}>
          <Select
            id="picture-kind"
            name="kind"
            defaultValue={answered?.typed.kind ?? 'person'}
            options={pictureKind.options.map(value => ({
              value,
              label: t(`players:pictures.kinds.${value}`),
            }))}
          />
        </Field>
        <Field id="picture" label={t('players:pictures.file')} help={help} error={error}>
          <input
            type="file"
            name="picture"
            accept=".png,.jpg,.jpeg,image/png,image/jpeg"
            className="file-input"
            {...describe({ id: 'picture', help, error })}
          />
        </Field>
        <FormActions>
          <Button tone="primary" icon="upload">
            {t('players:pictures.add')}
          </Button>
        </FormActions>
      </form>
    </Section>
  )
}

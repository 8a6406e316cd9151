/** One's own comment: its words, its photos, and removing it, for a day. Anybody's is removed for a reason. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import {
  commentAnswer,
  commentPath,
  commentPhotoPath,
  commentWritten,
  MAX_PHOTO_BYTES,
  mayRemoveComments,
  MOST_PHOTOS,
  photoAdded,
  removesComments,
  writesComments,
} from '../../../backend/operations/comments/comments.contract'
import { useShell, useShown } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { refusalOf } from '../../engine/form/form-page.server'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { formsOf, performOrder, textOf, type Answered } from '../../engine/form/orders.server'
import { textIn } from '../../engine/form/text-in'
import { intentIn, keyIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Photos, recordPath } from './comments-panel'
import { textField, writtenWords } from './text-field'

const changesOrRemoves = { any: [writesComments, removesComments] } as const
const MEGABYTES = MAX_PHOTO_BYTES / 1024 / 1024

const read = async ({ api, params }: GuardedContext) =>
  (await api.call('GET', `${commentPath}/${idOf(params)}`, { schema: commentAnswer })).comment

async function load(context: GuardedContext, answered?: Answered) {
  const comment = await read(context)
  const { t } = context
  const title = t('comments:new', { about: t(`comments:about.${comment.about}`), name: comment.name })
  return { title, crumbs: { [comment._id]: title }, comment, ...formsOf(answered) }
}

export const loader = guarded(changesOrRemoves, context => load(context))

export const action = guarded(
  changesOrRemoves,
  async context => {
    const { form, params, t } = context
    const intent = intentIn(form, ['change', 'photo', 'remove', 'remove_for_reason'])
    const path = `${commentPath}/${idOf(params)}`
    const again = (answered: Answered) => load(context, answered)
    if (intent === 'photo') return addPhoto(context)
    if (intent === 'remove')
      return performOrder(context, 'remove', {
        method: 'DELETE',
        path,
        body: {},
        fields: [],
        schema: commentAnswer,
        again,
        done: ({ comment }) => ({ to: recordPath(comment), message: t('comments:removed') }),
      })
    if (intent === 'remove_for_reason')
      return performOrder(context, intent, {
        path: `${path}/remove`,
        body: { reason: textOf(form, 'reason') },
        fields: ['reason'],
        schema: commentAnswer,
        again,
        done: ({ comment }) => ({ to: recordPath(comment), message: t('comments:removed') }),
      })
    return performOrder(context, 'change', {
      method: 'PUT',
      path,
      body: { text: textIn(form, 'text'), version: Number(textIn(form, 'version')) },
      fields: ['text'],
      multiline: ['text'],
      schema: commentWritten,
      again,
      done: ({ comment, not_notified: names }) => ({ to: recordPath(comment), ...writtenWords(t, names) }),
    })
  },
  { keepsAnswer: true, maxBodyBytes: 2 * MAX_PHOTO_BYTES },
)

async function addPhoto(context: GuardedContext) {
  const { api, form, params, toast, t } = context
  const id = idOf(params)
  keyIn(form)
  const file = form.get('photo')
  const refused = async (status: number, answered: Omit<Answered, 'intent' | 'typed'>) =>
    data(await load(context, { intent: 'photo', typed: {}, ...answered }), { status })
  const refusedAs = (code: string, params: Record<string, number> = {}) =>
    refused(422, { problems: { photo: [{ code, params }] }, failure: null, key: randomUUID() })
  if (!(file instanceof File) || file.size === 0) return refusedAs('no_file')
  if (file.size > MAX_PHOTO_BYTES) return refusedAs('file_too_large', { megabytes: MEGABYTES })
  try {
    await api.call('POST', commentPhotoPath, {
      raw: new Uint8Array(await file.arrayBuffer()),
      query: { comment: id },
      schema: photoAdded,
    })
  } catch (error) {
    const { status, ...refusal } = refusalOf(error, { key: randomUUID(), names: ['photo'] })
    return refused(status, refusal)
  }
  await toast('good', t('comments:photo_added'))
  return redirect(`/comments/${id}`, 303)
}

export default function OneComment() {
  const { title, comment, answered, key: formKey } = useShown<typeof loader>()
  const { t, can } = useShell()
  const here = `/comments/${comment._id}`
  const back = recordPath(comment)
  const shared = { answered, formKey, action: here, checkHref: back, backHref: back }
  return (
    <>
      <PageHeader title={title} />
      {comment.may_change ? (
        <>
          <OrderForm
            {...shared}
            intent="change"
            submit={t('comments:save')}
            effect={t('comments:rule')}
            fields={[textField(t, comment.text)]}
          >
            <input type="hidden" name="version" value={comment.version} />
          </OrderForm>
          <Section title={t('comments:photos')}>
            {comment.photos.length > 0 ? <Photos photos={comment.photos} by={comment.by} /> : null}
            {comment.photos.length < MOST_PHOTOS ? (
              <OrderForm
                {...shared}
                intent="photo"
                sendsFile
                submit={t('comments:add_photo')}
                fields={[
                  {
                    name: 'photo',
                    label: t('comments:file'),
                    help: t('comments:photo_help', { megabytes: MEGABYTES, most: MOST_PHOTOS }),
                    control: ({ name, described }) => (
                      <input
                        type="file"
                        name={name}
                        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
                        className="file-input"
                        {...described}
                      />
                    ),
                  },
                ]}
              />
            ) : null}
          </Section>
          <Section title={t('comments:remove')}>
            <OrderForm
              {...shared}
              intent="remove"
              danger
              submit={t('comments:remove')}
              effect={t('comments:remove_effect')}
              fields={[]}
            />
          </Section>
        </>
      ) : comment.removed_at === null && can(mayRemoveComments) ? (
        <>
          <p className="comment-text">{comment.text}</p>
          {comment.photos.length > 0 ? <Photos photos={comment.photos} by={comment.by} /> : null}
          <OrderForm
            {...shared}
            intent="remove_for_reason"
            danger
            submit={t('comments:remove')}
            effect={t('comments:remove_effect')}
            fields={[reasonField(t)]}
          />
        </>
      ) : (
        <EmptyState title={t('comments:stays')} />
      )}
    </>
  )
}

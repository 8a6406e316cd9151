/** Writing a comment on a record. */
import {
  commentPath,
  commentsAnswer,
  commentsPath,
  commentWritten,
  writesComments,
} from '../../../backend/operations/comments/comments.contract'
import { commentKind } from '../../../backend/workflow/news/comment-kinds.contract'
import { useShown } from '../../console/shell-context'
import { unusedOf } from '../../engine/address/notice'
import { Notices } from '../../engine/components/list-notes'
import { idOf, isId } from '../../engine/data/resource-at.server'
import { OrderForm } from '../../engine/form/order-form'
import { formsOf, performOrder, type Answered } from '../../engine/form/orders.server'
import { textIn } from '../../engine/form/text-in'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { useShell } from '../../console/shell-context'
import { recordPath } from './comments-panel'
import { textField, writtenWords } from './text-field'

function recordOf({ url }: Pick<GuardedContext, 'url'>) {
  const { data: about } = commentKind.safeParse(url.searchParams.get('about'))
  const record = idOf({ id: about && (url.searchParams.get('record') ?? '') })
  return { about: about ?? 'slot', record }
}

async function load(context: GuardedContext, answered?: Answered) {
  const { api, url, t } = context
  const { about, record } = recordOf(context)
  const { name } = await api.call('GET', `${commentsPath}?about=${about}&record=${record}`, {
    schema: commentsAnswer,
  })
  return {
    title: t('comments:new', { about: t(`comments:about.${about}`), name }),
    about,
    record,
    notices: unusedOf(url.searchParams, {
      about: text => commentKind.safeParse(text).success,
      record: isId,
    }),
    ...formsOf(answered),
  }
}

export const loader = guarded(writesComments, context => load(context))

export const action = guarded(
  writesComments,
  context => {
    const { form, t } = context
    const of = recordOf(context)
    return performOrder(context, 'comment', {
      path: commentPath,
      body: { ...of, text: textIn(form, 'text') },
      fields: ['text'],
      multiline: ['text'],
      schema: commentWritten,
      again: answered => load(context, answered),
      done: ({ not_notified: names }) => ({ to: recordPath(of), ...writtenWords(t, names) }),
    })
  },
  { keepsAnswer: 'each' },
)

export default function NewComment() {
  const { title, about, record, notices, answered, key: formKey } = useShown<typeof loader>()
  const { t } = useShell()
  const back = recordPath({ about, record })
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={notices} />
      <OrderForm
        intent="comment"
        answered={answered}
        formKey={formKey}
        action={`/comments/new?about=${about}&record=${record}`}
        checkHref={back}
        backHref={back}
        submit={t('comments:write')}
        effect={t('comments:rule')}
        fields={[textField(t)]}
      />
    </>
  )
}

/** What people say about a record, on its page: who, when, photos, and the way to what is one's own. */
import {
  commentsAnswer,
  commentsPath,
  mayComment,
  mayRemoveComments,
  type CommentRow,
  type CommentsAnswer,
} from '../../../backend/operations/comments/comments.contract'
import { readsRecord, type CommentKind } from '../../../backend/workflow/news/comment-kinds.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { sidePanel } from '../../engine/definition/side-panel'
import { LinkButton } from '../../ui/button'
import { Time } from '../../ui/time'

const lists = {
  slot: resourcePaths.slots,
  anomaly: resourcePaths.anomalies,
  repair: resourcePaths.repairs,
  'collector-checkpoint': resourcePaths['collector-checkpoints'],
  'work-order': resourcePaths['work-orders'],
} as const satisfies Record<CommentKind, string>

/** The page of the record that is commented on. */
export const recordPath = ({ about, record }: { about: CommentKind; record: string }) =>
  `${lists[about]}/${record}`

export const commentsOn = (about: CommentKind) =>
  sidePanel({
    title: 'comments:title',
    ask: id => ({
      permission: readsRecord[about],
      path: `${commentsPath}?about=${about}&record=${id}`,
      shape: commentsAnswer,
    }),
    show: answer => <Comments {...answer} />,
  })

function Comments({ about, record, comments, total }: CommentsAnswer) {
  const { t, can, format } = useShell()
  return (
    <>
      {total > comments.length ? (
        <p className="soft">
          {t('comments:newest', { shown: comments.length, total: format.number(total) })}
        </p>
      ) : null}
      {comments.length === 0 ? <p className="soft">{t('comments:none')}</p> : null}
      <ul className="comments">
        {comments.map(one => (
          <li key={one._id}>
            <Comment comment={one} />
          </li>
        ))}
      </ul>
      {can(mayComment) ? (
        <p className="no-print">
          <LinkButton href={`/comments/new?about=${about}&record=${record}`}>
            {t('comments:write')}
          </LinkButton>
        </p>
      ) : null}
    </>
  )
}

function Comment({ comment }: { comment: CommentRow }) {
  const { t, can, format } = useShell()
  const { _id, text, by, at, edited_at: edited, removed_at: removed, may_change, photos } = comment
  const mayChangeIt = may_change && can(mayComment)
  return (
    <>
      <p className="soft">
        <strong>{by}</strong> <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />
        {edited === null || removed !== null
          ? null
          : ` · ${t('comments:edited', { at: format.dateTime(edited) })}`}
        {mayChangeIt || (removed === null && can(mayRemoveComments)) ? (
          <>
            {' '}
            <a className="link no-print" href={`/comments/${_id}`}>
              {t(mayChangeIt ? 'comments:change' : 'comments:remove')}
            </a>
          </>
        ) : null}
      </p>
      {removed === null ? (
        <p className="comment-text">{text}</p>
      ) : (
        <p className="soft">{t('comments:removed_line', { at: format.dateTime(removed) })}</p>
      )}
      {photos.length > 0 ? <Photos photos={photos} by={by} /> : null}
    </>
  )
}

export function Photos({ photos, by }: { photos: readonly string[]; by: string }) {
  const { t } = useShell()
  return (
    <p className="comment-photos">
      {photos.map((id, index) => (
        <a key={id} href={`/comments/photos/${id}`}>
          <img
            src={`/comments/photos/${id}?size=small`}
            alt={t('comments:photo', { number: index + 1, by })}
            loading="lazy"
          />
        </a>
      ))}
    </p>
  )
}

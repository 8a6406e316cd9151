/** Comments of people on a record: read by whoever reads the record, changed by whoever wrote them. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { HOUR_MS } from '../../platform/contract/durations'
import { id, instant, paragraphs, sentBackOf, versionInput } from '../../platform/contract/primitives'
import { commentKind, commentKinds, readsRecord } from '../../workflow/news/comment-kinds.contract'

export const commentsPath = '/api/comments/v1/comments'
export const commentPath = '/api/comments/v1/comment'
export const commentPhotoPath = '/api/comments/v1/photo'

/** Who wrote a comment may change or remove it for so long; what others have acted on since stays as it is. */
export const CHANGED_WITHIN_MS = 24 * HOUR_MS
/** The newest so many are shown of a record. */
export const MOST_COMMENTS = 100
export const MOST_LETTERS = 2_000
/** So many people are notified of one comment. */
export const MOST_MENTIONS = 20
export const MOST_PHOTOS = 6
export const MAX_PHOTO_BYTES = 12 * 1024 * 1024

export const mayComment = 'comment::write' as const
/** Anybody's, however old: a photo may show what must not be shown. */
export const mayRemoveComments = 'comment::remove' as const
const reading = [...new Set(Object.values(readsRecord))]
export const readsComments = { any: reading } as const
export const writesComments = { all: [mayComment, readsComments] } as const
export const removesComments = { all: [mayRemoveComments, readsComments] } as const

const text = paragraphs(MOST_LETTERS)
export const commentOn = z.object({ about: commentKind, record: id })
export const commentInput = commentOn.extend({ text })

export const commentRow = z.object({
  _id: id,
  about: commentKind,
  record: id,
  /** What the record is about: a slot's serial number. */
  name: z.string(),
  version: z.number().int(),
  /** Empty once it is removed. */
  text: z.string(),
  by: z.string(),
  at: instant,
  edited_at: instant.nullable(),
  removed_at: instant.nullable(),
  /** The reader's own, which may still be changed and removed. */
  may_change: z.boolean(),
  photos: z.array(id).max(MOST_PHOTOS),
})
export type CommentRow = z.output<typeof commentRow>
/** With all that was read. */
export const commentChange = z.strictObject({ ...sentBackOf(commentRow), text, version: versionInput })

export const commentsAnswer = z.object({
  about: z.enum(commentKinds),
  record: id,
  name: z.string(),
  /** Oldest first. */
  comments: z.array(commentRow).max(MOST_COMMENTS),
  /** All that there are. */
  total: z.number().int(),
})
export type CommentsAnswer = z.output<typeof commentsAnswer>

/** `not_notified`: names in the text that nobody has who may see the record. */
export const commentWritten = z.object({ comment: commentRow, not_notified: z.array(z.string()) })
export const commentAnswer = z.object({ comment: commentRow })

export const commentRemoval = z.object({ reason })

export const photoQuery = z.object({ comment: id })
export const photoAdded = z.object({ _id: id })
export const photoSize = z.enum(['small', 'whole'])
export const photoAnswer = z.object({ webp: z.base64() })

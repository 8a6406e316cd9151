import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { demandSame } from '../../platform/http/written'
import { limiter } from '../../platform/http/limiter'
import { announce } from '../../workflow/notifications/notifications.service'
import {
  commentAnswer,
  commentChange,
  commentInput,
  commentOn,
  commentPath,
  commentPhotoPath,
  commentRemoval,
  commentsAnswer,
  commentsPath,
  commentWritten,
  MAX_PHOTO_BYTES,
  photoAdded,
  photoAnswer,
  photoQuery,
  photoSize,
  readsComments,
  removesComments,
  writesComments,
} from './comments.contract'
import { addPhoto, readPhoto } from './comment-photos.service'
import {
  addComment,
  changeComment,
  commentedRecord,
  commentOf,
  commentsOf,
  removeComment,
  removeForReason,
} from './comments.service'
import { mentionsIn, notifyOfMentions } from './mentions.service'

const family = 'comments'
const params = z.object({ id })

export function register(api: Api): void {
  const drawing = limiter(40, 600)
  // Each may notify twenty people.
  const writing = limiter(60, 600)
  api.endpoint(
    {
      method: 'GET',
      path: commentsPath,
      family,
      summary: 'Comments on a record, for those who may read the record',
      permission: readsComments,
      query: commentOn,
      response: commentsAnswer,
    },
    ({ query, ...asker }) => commentsOf(asker, query.about, query.record),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${commentPath}/:id`,
      family,
      summary: 'One comment',
      permission: readsComments,
      params,
      response: commentAnswer,
      versioned: 'comment',
    },
    async ({ params, ...asker }) => ({ comment: await commentOf(asker, params.id) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: commentPath,
      family,
      summary:
        'Comment on a record; the people whom it mentions by @ and their user name are notified, if they may see it',
      permission: writesComments,
      body: commentInput,
      response: commentWritten,
      write: true,
      refuses: [429],
    },
    async ({ body, deps, ...asker }) => {
      await writing(asker.actor.id)
      const record = await commentedRecord(asker, body.about, body.record)
      const comment = await addComment(asker, record, body.text)
      const { raised, notNotified } = await notifyOfMentions(asker, record, mentionsIn(body.text))
      announce(deps, raised)
      return { comment, not_notified: notNotified }
    },
  )
  api.endpoint(
    {
      method: 'PUT',
      path: `${commentPath}/:id`,
      family,
      summary:
        'Change a comment of one’s own, within a day; people whom it now mentions for the first time are notified',
      permission: writesComments,
      params,
      body: commentChange,
      response: commentWritten,
      versioned: 'comment',
      write: true,
      refuses: [409, 429],
    },
    async ({ body, deps, params, version, ...asker }) => {
      await writing(asker.actor.id)
      demandSame(params, body)
      const change = { text: body.text, version }
      const { comment, record, before } = await changeComment(asker, params.id, change)
      const earlier = new Set(mentionsIn(before))
      const anew = mentionsIn(body.text).filter(name => !earlier.has(name))
      const { raised, notNotified } = await notifyOfMentions(asker, record, anew)
      announce(deps, raised)
      return { comment, not_notified: notNotified }
    },
  )
  api.endpoint(
    {
      method: 'DELETE',
      path: `${commentPath}/:id`,
      family,
      summary: 'Remove a comment of one’s own, within a day; that there was one stays',
      permission: writesComments,
      params,
      response: commentAnswer,
      write: true,
      refuses: [409],
    },
    async ({ params, ...asker }) => ({ comment: await removeComment(asker, params.id) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${commentPath}/:id/remove`,
      family,
      summary:
        'Remove a comment of another person and its photos, however old, for a reason that the audit log has',
      permission: removesComments,
      params,
      body: commentRemoval,
      response: commentAnswer,
      write: true,
      refuses: [409],
    },
    async ({ params, body, ...asker }) => ({ comment: await removeForReason(asker, params.id, body.reason) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: commentPhotoPath,
      family,
      summary:
        'Add a photo to a comment of one’s own: a PNG or JPEG, drawn again without what else the file says',
      permission: writesComments,
      query: photoQuery,
      bytes: true,
      maxBytes: MAX_PHOTO_BYTES,
      response: photoAdded,
      // The same photo is the same however often it is sent.
      repeatable: true,
      refuses: [409, 413, 429],
    },
    async ({ deps, query, bytes, ...asker }) => {
      await drawing(asker.actor.id)
      return addPhoto({ db: asker.db as typeof deps.db, clock: deps.clock }, asker, query.comment, bytes)
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${commentPhotoPath}/:id`,
      family,
      summary: 'A photo of a comment, for those who may read the record',
      permission: readsComments,
      params,
      query: z.object({ size: photoSize.default('whole') }),
      response: photoAnswer,
    },
    ({ params, query, ...asker }) => readPhoto(asker, params.id, query.size),
  )
}

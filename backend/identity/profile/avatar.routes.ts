import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { readAvatar, removeAvatar, saveAvatar } from './avatar.service'
import { avatarMark, avatarPicture, MAX_AVATAR_BYTES } from './profile.contract'
import { demandPerson } from './profile.service'

const family = 'users'
const permission = 'signed-in'
const path = '/api/users/v1/avatar'

export function register(api: Api): void {
  const drawing = limiter(20, 600)
  api.endpoint(
    {
      method: 'GET',
      path: `${path}/:id`,
      family,
      permission,
      summary: 'The picture of a user in the caller’s scope',
      params: z.object({ id }),
      response: avatarPicture,
    },
    async ({ db, scope, params }) => readAvatar(db, scope, params.id),
  )
  api.endpoint(
    {
      method: 'PUT',
      path,
      family,
      permission,
      summary: 'Set one’s own picture: a PNG or JPEG, stored as a small picture',
      bytes: true,
      maxBytes: MAX_AVATAR_BYTES,
      response: avatarMark,
      // The same picture is the same however often it is sent.
      repeatable: true,
      refuses: [413, 429],
    },
    async ({ deps, actor, bytes }) => {
      demandPerson(actor)
      await drawing(actor.id)
      return saveAvatar(deps, actor, bytes)
    },
  )
  api.endpoint(
    {
      method: 'DELETE',
      path,
      family,
      permission,
      summary: 'Remove one’s own picture',
      response: z.object({}),
      write: true,
    },
    async ({ db, actor, now }) => {
      demandPerson(actor)
      await removeAvatar(db, actor, now)
    },
  )
}

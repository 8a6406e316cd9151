import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { exclusionFamily } from './person.contract'
import {
  lookAnswer,
  lookInput,
  MAX_PICTURE_BYTES,
  pictureAdded,
  pictureOf,
  pictureQuery,
  playerLookPath,
  playerPicturePath,
  playerPictures,
  playerPicturesPath,
} from './player-pictures.contract'
import { addPicture, lookAt, picturesOf, removePicture } from './player-pictures.service'
import { playersStore } from './players.store'

export function register(api: Api): void {
  const drawing = limiter(40, 600)
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'GET',
      path: playerPicturesPath,
      summary: 'Which pictures of a player there are, without any of them',
      permission: 'pe_player::list_players',
      query: pictureOf,
      response: playerPictures,
    },
    async ({ db, scope, query, now }) => {
      await playersStore.get(db, scope, query.player, now)
      return { pictures: await picturesOf(db, query.player) }
    },
  )
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'POST',
      path: playerPicturePath,
      summary: 'Add a picture of a player or of a document: a PNG or JPEG, redrawn and sealed',
      permission: 'pe_player::update',
      query: pictureQuery,
      bytes: true,
      maxBytes: MAX_PICTURE_BYTES,
      response: pictureAdded,
      // The same picture is the same however often it is sent.
      repeatable: true,
      refuses: [413, 429],
    },
    async ({ deps, db, scope, actor, query, bytes, now }) => {
      const { tenant } = await playersStore.get(db, scope, query.player, now)
      await drawing(actor.id)
      return addPicture(deps, actor, { ...query, tenantId: tenant._id, bytes })
    },
  )
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'POST',
      path: playerLookPath,
      summary: 'Read the pictures of a player: for a reason that is stored, as names are revealed',
      permission: 'pe_player::reveal',
      body: lookInput,
      response: lookAnswer,
      write: true,
      // Pictures must not be among the answers that are stored for a retry.
      oneTime: 'pictures',
    },
    async ({ db, scope, actor, body: { player, reason }, now }) => ({
      pictures: await lookAt({ db, scope, actor, player, reason, now }),
    }),
  )
  api.endpoint(
    {
      ...exclusionFamily,
      method: 'DELETE',
      path: `${playerPicturePath}/:id`,
      summary: 'Remove a picture of a player',
      permission: 'pe_player::update',
      params: z.object({ id }),
      response: z.object({}),
      write: true,
    },
    async ({ db, scope, actor, params, now }) => removePicture(db, scope, actor, params.id, now),
  )
}

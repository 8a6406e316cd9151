/**
 * Photos of a person and of their documents, taken at registration. What there is of them is a list; to look at them is
 * to reveal.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'

const base = '/api/player-exclusion-processor/v1'
export const playerPicturesPath = `${base}/player-pictures`
export const playerPicturePath = `${base}/player-picture`
export const playerLookPath = `${base}/player-look`

export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
/** A front, a back, a passport's page and a few of the person. */
export const MOST_PICTURES = 8

export const pictureKind = z.enum(['person', 'document'])

export const playerPicture = z.object({
  _id: id,
  kind: pictureKind,
  added_at: instant,
  added_by: z.string(),
})
export type PlayerPicture = z.output<typeof playerPicture>
export const playerPictures = z.object({ pictures: z.array(playerPicture) })

export const pictureOf = z.object({ player: id })
export const pictureQuery = pictureOf.extend({ kind: pictureKind })
export const pictureAdded = z.object({ _id: id })

export const lookInput = z.strictObject({ player: id, reason })
export const seenPicture = playerPicture.extend({ webp: z.base64() })
export type SeenPicture = z.output<typeof seenPicture>
/** Null when the request was repeated: the first answer had them. */
export const lookAnswer = z.object({ pictures: z.array(seenPicture).nullable() })

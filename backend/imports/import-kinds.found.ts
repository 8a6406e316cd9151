/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { importKind as openings } from '../edits/openings-import.contract'
import { importKind as locations } from '../locations/locations-import.contract'
import { importKind as slots } from '../slots/slots-import.contract'
import { importKind as smibs } from '../smibs/smibs-import.contract'

export const importKinds = { openings, locations, slots, smibs }

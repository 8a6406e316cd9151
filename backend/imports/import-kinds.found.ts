/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { importKind as locations } from '../locations/locations-import.contract'
import { importKind as slots } from '../slots/slots-import.contract'
import { importKind as smibs } from '../smibs/smibs-import.contract'

export const importKinds = { locations, slots, smibs }

/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { importKind as openings } from '../../../backend/accounting/corrections/openings-import.contract'
import { importKind as locations } from '../../../backend/estate/locations/locations-import.contract'
import { importKind as slots } from '../../../backend/estate/slots/slots-import.contract'
import { importKind as smibs } from '../../../backend/estate/smibs/smibs-import.contract'

export const importKinds = { openings, locations, slots, smibs }

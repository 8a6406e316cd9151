/** What may show the second factor again. */
import { proving, provingPath } from '../../backend/identity/auth/second-factor.contract'
import type { Api } from '../api/client.server'
import type { Factor } from '../console/factor-forms'

/** A code can be typed even where the backend could not say what else would do. */
export const factorToShow = (api: Api): Promise<Factor> =>
  api
    .call('POST', provingPath, { body: {}, schema: proving, write: false })
    .catch(() => ({ app: true, passkey: null }))

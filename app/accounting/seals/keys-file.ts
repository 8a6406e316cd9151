import { keysAnswer, keysPath } from '../../../backend/accounting/seals/seals.contract'
import { open } from '../../session/guard.server'
import { publicApi } from './public-api.server'

/** For `npm run verify -- FILE KEYS`, and for comparing the names of keys that came with a file. */
export const loader = open(async ({ request }) => {
  const keys = await publicApi(request).call('GET', keysPath, { schema: keysAnswer })
  return new Response(`${JSON.stringify(keys, null, 2)}\n`, {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })
})

import { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import { id } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import type { Actor } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { checkChainOf, publicKeys, readChain } from './chain.queries'
import { FORMAT } from './seal-format'
import { replaceKey } from './seal-keys.service'
import {
  chainAnswer,
  checkAnswer,
  checkPath,
  chainPath,
  chainQuery,
  chainRule,
  issuedInput,
  issuedPath,
  keysAnswer,
  keysPath,
  MAX_VERIFY_BYTES,
  replaceKeyInput,
  replaceKeyPath,
  verifyAnswer,
  verifyPath,
  verifyQuery,
} from './seals.contract'
import { recordFileOfConsole } from './issued-files.service'
import { verifyCode, verifyFile, verifyPaper } from './verify.service'

const family = 'seals'
/** Checks a minute from one network: far above what a person types, and a code has 60 bits. */
const CHECKS_PER_MINUTE = 60

export function register(api: Api): void {
  const checks = limiter(CHECKS_PER_MINUTE, 60)
  const admit = ({ ip }: Actor) => checks(networkOf(ip ?? 'unknown'))

  api.endpoint(
    {
      method: 'GET',
      path: verifyPath,
      family,
      summary:
        'Whether a paper is what was sealed: by its 12-character code, or by the content of its QR code. Answers what it says',
      permission: 'public',
      query: verifyQuery,
      response: verifyAnswer,
      refuses: [429],
    },
    async ({ db, query: { code, qr }, actor }) => {
      await admit(actor)
      if ((code === undefined) === (qr === undefined)) throw invalidField('code', 'required')
      return qr === undefined ? verifyCode(db, code ?? '') : verifyPaper(db, qr)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: verifyPath,
      family,
      summary:
        'Whether a file is one that was issued of a sealed document: JSON, PDF, XLSX or CSV. It is not stored',
      permission: 'public',
      bytes: true,
      maxBytes: MAX_VERIFY_BYTES,
      response: verifyAnswer,
      refuses: [413, 429],
    },
    async ({ db, bytes, actor }) => {
      await admit(actor)
      return verifyFile(db, bytes)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: issuedPath,
      family,
      summary:
        'The console’s own: a PDF, XLSX or CSV of a sealed document that it hands out, so that `/verify` knows its bytes',
      // Of those who read one kind of report, each.
      permission: { any: ['location::list_fiscal_reports', 'location::list_monthly_fiscal_reports'] },
      body: issuedInput,
      response: z.object({}),
    },
    async ({ db, deps, scope, body, now }) => recordFileOfConsole(db, deps.env, scope, body, now),
  )
  api.endpoint(
    {
      method: 'GET',
      path: keysPath,
      family,
      summary: 'The public keys that documents are sealed with, each named by the one before it',
      permission: 'public',
      response: keysAnswer,
    },
    async ({ db }) => ({ format: FORMAT, keys: await publicKeys(db) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: chainPath,
      family,
      summary:
        'The sealed documents of a location with the public keys, in pieces: `npm run verify` checks them offline',
      permission: chainRule,
      params: z.object({ id }),
      query: chainQuery,
      response: chainAnswer,
    },
    ({ db, scope, params, query }) => readChain(db, scope, params.id, query.after),
  )
  api.endpoint(
    {
      method: 'GET',
      path: checkPath,
      family,
      summary: 'Check the sealed documents of a location from the first to the last',
      permission: chainRule,
      params: z.object({ id }),
      response: checkAnswer,
    },
    ({ db, scope, params }) => checkChainOf(db, scope, params.id),
  )
  api.endpoint(
    {
      method: 'POST',
      path: replaceKeyPath,
      family,
      summary:
        'Seal with a new key from now on; both keys sign the change. `lost` when the earlier one cannot be opened any more',
      permission: 'seal_key::replace',
      body: replaceKeyInput,
      response: z.object({ id: z.string(), replaced: z.string() }),
      write: true,
      refuses: [409],
    },
    ({ db, actor, body, now }) => replaceKey(db, actor, body, now),
  )
}

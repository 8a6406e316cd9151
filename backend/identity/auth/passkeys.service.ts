/**
 * Passkeys as a second factor, alone or together with the codes of an app; recovery codes let in whoever loses one. A
 * challenge is signed once, the address of the console is part of what is signed, and a counter that does not grow
 * reveals a copied key.
 */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { demandFactor, dropFactor, FINISH_MS, holdFactor, switchOn } from './factor.service'
import { MOST_PASSKEYS, type madePasskey, type Passkey, type usedPasskey } from './passkeys.contract'
import { sha256 } from '../../platform/secrets/installation-keys'
import { siteAt } from './sign-in-host.service'
import { notifyOfAccount } from './account-notices.service'
import { installationName } from '../../platform/process/installation-name'

const NAME = 'Gambling management system'
/** As long as the password's half of a sign-in. */
const CHALLENGE_MS = 5 * 60_000
type Purpose = 'make' | 'use'

/** Read when somebody first asks for one: it brings readers of certificates along. */
const webauthn = () => import('@simplewebauthn/server')

/** A browser signs for the host at which it is, so a key is of one host. */
async function relyingAt(deps: Deps, host: string | undefined) {
  const { origin, tenant } = await siteAt(deps, host)
  return {
    rp_host: tenant?.host ?? null,
    expected: { expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
  }
}

const keysOf = (db: Db, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id')

const keysAt = (db: Db, userId: string, rp_host: string | null) =>
  keysOf(db, userId).where('rp_host', rp_host === null ? 'is' : '=', rp_host)

export const passkeysOf = async (db: Db, userId: string): Promise<Passkey[]> =>
  (await keysOf(db, userId).execute()).map(({ id, name, created_at, last_used_at }) => ({
    _id: id,
    name,
    created_at,
    last_used_at,
  }))

const described = (rows: readonly { credential_id: string; transports: string }[]) =>
  rows.map(row => ({ id: row.credential_id, transports: JSON.parse(row.transports) as never[] }))

/** Options for making a passkey. The caller has checked that its owner is there. */
export async function startPasskey(deps: Deps, actor: Actor, username: string) {
  const { db } = deps
  const { rp_host, expected } = await relyingAt(deps, actor.host)
  const known = await keysOf(db, actor.id).execute()
  if (known.length >= MOST_PASSKEYS)
    throw invalidField('current_password', 'too_many', { limit: MOST_PASSKEYS })
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: installationName(NAME),
    rpID: expected.expectedRPID,
    userName: username,
    userDisplayName: actor.name,
    userID: new Uint8Array(Buffer.from(actor.id, 'hex')),
    challenge: await newChallenge(deps, actor.id, 'make'),
    attestationType: 'none',
    excludeCredentials: described(known.filter(key => key.rp_host === rp_host)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    timeout: CHALLENGE_MS,
  })
}

/**
 * Throws 422 on `response` where it answers another challenge, is of another site, or was signed before; 403
 * `proof_due` where a further passkey needs a proof of the second factor. Answers the recovery codes where it
 * switches the second factor on.
 */
export async function confirmPasskey(
  deps: Deps,
  actor: Actor,
  { name, response }: { name: string; response: z.output<typeof madePasskey> },
): Promise<string[]> {
  const { db } = deps
  await demandFactor(deps, actor, FINISH_MS)
  const now = deps.clock()
  const { rp_host, expected } = await relyingAt(deps, actor.host)
  const made = await registered(deps, actor.id, expected, response)
  if (!made) throw invalidField('response', 'passkey_refused')
  const { id: credential_id, publicKey, counter, transports = [] } = made
  return db.transaction().execute(async tx => {
    const codes = await switchOn(tx, actor, now)
    const row = await tx
      .insertInto('passkeys')
      .values({
        id: newId(now),
        user_id: actor.id,
        name,
        credential_id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports),
        rp_host,
        created_at: now,
        last_used_at: null,
      })
      .onConflict(conflict => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw invalidField('response', 'passkey_refused')
    const { total } = await tx
      .selectFrom('passkeys')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('user_id', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (Number(total) > MOST_PASSKEYS) throw invalidField('name', 'too_many', { limit: MOST_PASSKEYS })
    await note(tx, actor, 'passkey_added', name, now)
    // Where it switches the second factor on, the notice about that covers it.
    if (codes.length === 0) await notifyOfAccount(tx, 'passkey_added', actor.id, now, { passkey: name })
    return codes
  })
}

/** Undefined for whatever is wrong with it: none of it is the person's to mend. */
type Expected = Awaited<ReturnType<typeof relyingAt>>['expected']

async function registered(
  deps: Deps,
  userId: string,
  expected: Expected,
  response: z.output<typeof madePasskey>,
) {
  try {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
      webauthn(),
      import('@simplewebauthn/server/helpers'),
    ])
    // The options want no attestation. One with certificates would have revocation lists fetched from wherever it says.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    if (attestation.get('attStmt').get('x5c') !== undefined) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: response as never,
      expectedChallenge: challenge => takeChallenge(deps, userId, 'make', challenge),
      requireUserVerification: false,
    })
    return verified ? registrationInfo.credential : undefined
  } catch (error) {
    deps.log.info({ why: (error as Error).message }, 'a passkey was not accepted')
    return undefined
  }
}

/** Options for signing; null for somebody without passkeys of this host. */
export async function passkeyOptions(deps: Deps, userId: string, host: string | undefined) {
  const { rp_host, expected } = await relyingAt(deps, host)
  const known = await keysAt(deps.db, userId, rp_host).execute()
  if (known.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: expected.expectedRPID,
    challenge: await newChallenge(deps, userId, 'use'),
    allowCredentials: described(known),
    userVerification: 'preferred',
    timeout: CHALLENGE_MS,
  })
}

/** Whether the passkey opens; what it signed never does again. */
export async function takePasskey(
  deps: Deps,
  userId: string,
  response: z.output<typeof usedPasskey>,
  host: string | undefined,
): Promise<boolean> {
  const { rp_host, expected } = await relyingAt(deps, host)
  const row = await keysAt(deps.db, userId, rp_host)
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (!row) return false
  const newCounter = await counterAfter(deps, userId, { ...row, expected }, response)
  if (newCounter === null) return false
  // Of two at once with one counter exactly one moves it on; keys that do not count stay at 0.
  const taken = await deps.db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: deps.clock() })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function counterAfter(
  deps: Deps,
  userId: string,
  row: { credential_id: string; public_key: string; counter: number; expected: Expected },
  response: z.output<typeof usedPasskey>,
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...row.expected,
      response: response as never,
      expectedChallenge: challenge => takeChallenge(deps, userId, 'use', challenge),
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: Number(row.counter),
      },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    deps.log.info({ why: (error as Error).message }, 'a passkey did not open')
    return null
  }
}

/**
 * Needs a transaction. The last one without an app takes the second factor along. Throws 404 for one that is not
 * theirs.
 */
export async function removePasskey(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const factor = await holdFactor(db, actor.id)
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  await note(db, actor, 'passkey_removed', row.name, now)
  const left = await keysOf(db, actor.id).limit(1).executeTakeFirst()
  if (!left && factor?.app_at === null)
    await dropFactor(db, actor, { id: actor.id, tenantId: actor.tenantId }, now)
  else await notifyOfAccount(db, 'passkey_removed', actor.id, now, { passkey: row.name })
}

async function newChallenge({ db, clock }: Deps, user_id: string, purpose: Purpose) {
  const bytes = randomBytes(32)
  const now = clock()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: sha256(bytes.toString('base64url')),
      user_id,
      purpose,
      expires_at: now + CHALLENGE_MS,
    })
    .execute()
  return new Uint8Array(bytes)
}

async function takeChallenge({ db, clock }: Deps, userId: string, purpose: Purpose, challenge: string) {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', sha256(challenge))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

const note = (db: Db, actor: Actor, action: string, name: string, now: number) =>
  recordChange(
    db,
    actor,
    { entity: 'user', id: actor.id, tenantId: actor.tenantId, action, before: null, after: { name } },
    now,
  )

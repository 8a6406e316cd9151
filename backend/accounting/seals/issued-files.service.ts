/** Files of sealed documents that the console has written and hands out. */
import type { z } from 'zod'
import { readInstallationSecret } from '../../platform/contract/installation-secret'
import { isIssuedProof, issuedKey } from '../../platform/contract/issued-file'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Scope } from '../../platform/request/actor'
import { readCode } from './seal-format'
import type { issuedInput } from './seals.contract'

/** Throws 403 for whoever is not the console, and 404 for a document that is not in scope. */
export async function recordFileOfConsole(
  db: Db,
  env: Pick<Deps['env'], 'sessionSecret' | 'dataDir'>,
  { tenantId }: Scope,
  file: z.output<typeof issuedInput>,
  now: number,
): Promise<void> {
  demandConsole(env, file)
  await noteFileOf(db, { tenantId }, file, now)
}

/** Throws 403 for whoever is not the console. */
export function demandConsole(
  env: Pick<Deps['env'], 'sessionSecret' | 'dataDir'>,
  { proof, code, sha256 }: z.output<typeof issuedInput>,
): void {
  const secret = env.sessionSecret ?? readInstallationSecret(env.dataDir)
  if (secret === null || !isIssuedProof(issuedKey(secret), { code, sha256 }, proof))
    throw new Problem(403, 'forbidden')
}

/** Throws 404 for a document that is not in scope. */
export async function noteFileOf(
  db: Db,
  { tenantId }: Scope,
  { code, sha256, format }: { code: string; sha256: string; format: z.output<typeof issuedInput>['format'] },
  now: number,
): Promise<void> {
  const seal = await db
    .selectFrom('seals')
    .select('id')
    .where('code', '=', readCode(code) ?? '')
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!seal) throw new Problem(404, 'not_found')
  // The same file may be downloaded any number of times.
  await db
    .insertInto('seal_files')
    .values({ sha256, seal_id: seal.id, format, issued_at: now })
    .onConflict(conflict => conflict.column('sha256').doNothing())
    .execute()
}

import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { limiter } from '../../platform/http/limiter'
import { demandConsole, noteFileOf } from '../seals/issued-files.service'
import { checkLink, fileOfLink, openLink, tenantOfShown } from './open.service'
import {
  fileAnswer,
  fileInput,
  filePath,
  openAnswer,
  openInput,
  openPath,
  sharedIssuedInput,
  sharedIssuedPath,
  shareLinksContract,
} from './share-links.contract'
import { hashOf, issueLink, shareLinksStore } from './share-links.store'
import { shareablesOf } from './shareables'
import { removeSnapshotOf } from './snapshots.service'

/** Openings a minute from one network: a link has 256 bits, so this spares the log, not the link. */
const OPENINGS_PER_MINUTE = 60
/**
 * Files a minute of one link, whoever has it: the console writes them one after the other, also for who is signed in.
 */
const FILES_PER_MINUTE = 20

export function register(api: Api): void {
  const shareables = shareablesOf(api.sources)
  const store = shareLinksStore(shareables)
  crud(api, store, { secretOf: (db, row) => issueLink(db, row._id) })

  command(
    api,
    store,
    shareLinksContract.actions.revoke,
    'End share links at once',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.revoked_at !== null) return { outcome: 'skipped', reason: 'revoked' }
      const ended = { revoked_at: now, updated_at: now, version: row.version + 1 }
      await db.updateTable('share_links').set(ended).where('id', '=', row._id).execute()
      await removeSnapshotOf(db, row._id)
      await recordChange(
        db,
        actor,
        {
          entity: 'share_link',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'revoke',
          before: { name: row.name, revoked_at: null },
          after: { name: row.name, revoked_at: now, reason },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )

  const openings = limiter(OPENINGS_PER_MINUTE, 60)
  const admit = (ip: string | undefined) => openings(networkOf(ip ?? 'unknown'))
  const files = limiter(FILES_PER_MINUTE, 60)
  const { family } = shareLinksContract
  api.endpoint(
    {
      method: 'POST',
      path: openPath,
      family,
      summary:
        'What a share link shows: one revision, or that something took its place. Counted, and in the audit log with what of it was opened; `check` says alone whether it shows something',
      permission: 'public',
      body: openInput,
      response: openAnswer,
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      await admit(actor.ip)
      if (body.what === 'check') return checkLink({ deps, shareables, now }, body.token)
      if (body.what !== 'page') await files(hashOf(body.token))
      return openLink({ deps, shareables, actor, now }, body.token, body.what)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: filePath,
      family,
      summary: 'A file of what a share link shows',
      permission: 'public',
      body: fileInput,
      response: fileAnswer,
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      await admit(actor.ip)
      await files(hashOf(body.token))
      return fileOfLink({ deps, shareables, actor, now }, body.token, body.format)
    },
  )
  const writings = limiter(OPENINGS_PER_MINUTE, 60)
  api.endpoint(
    {
      method: 'POST',
      path: sharedIssuedPath,
      family,
      summary:
        'The console’s own: a file of a sealed document that it issues by a share link, so that `/verify` knows its bytes',
      permission: 'public',
      body: sharedIssuedInput,
      response: z.object({}),
      refuses: [429],
    },
    async ({ db, deps, actor, body: { token, ...file }, now }) => {
      await writings(networkOf(actor.ip ?? 'unknown'))
      demandConsole(deps.env, file)
      const tenantId = await tenantOfShown({ db, shareables, now }, token, file.code)
      await noteFileOf(db, { tenantId }, file, now)
    },
  )
}

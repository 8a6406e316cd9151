/** A sealed document as a share link shows it: what stands on the paper, and its file. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { isNote } from './chain-check'
import { readCode, sealFile, shownCode } from './seal-format'
import { verifyCode } from './verify.service'

const monthly = (kind: string) => kind.startsWith('monthly')
const rowOf = (db: Db, id: string) =>
  db.selectFrom('seals').selectAll().where('id', '=', id).executeTakeFirst()

export const sharedSeals = {
  async find(db: Db, { tenantId }: Scope, document: string) {
    const code = readCode(document)
    if (code === null) return null
    const row = await db
      .selectFrom('seals')
      .selectAll()
      .where('code', '=', code)
      .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
      .executeTakeFirst()
    if (!row || isNote(row.kind)) return null
    return {
      target: row.id,
      tenantId: row.tenant_id,
      locationId: row.location_id,
      document: shownCode(code),
      period: row.period,
      revision: row.revision,
      readBy: monthly(row.kind)
        ? ('location::list_monthly_fiscal_reports' as const)
        : ('location::list_fiscal_reports' as const),
    }
  },

  async show(db: Db, target: string) {
    const row = await rowOf(db, target)
    if (!row) return null
    const { state, seal } = await verifyCode(db, row.code)
    if (state === 'superseded') return 'superseded' as const
    return state === 'genuine' ? { seal, files: ['json'] } : null
  },

  async file(db: Db, target: string, format: string) {
    const row = await rowOf(db, target)
    if (!row || format !== 'json') return null
    return {
      name: `${row.kind}-${row.period}-${shownCode(row.code)}.json`,
      type: 'application/json',
      bytes: Buffer.from(sealFile(row)),
    }
  },
}

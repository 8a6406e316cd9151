/** A sealed document as a share link shows it: its form as it was sealed, and its file. */
import type { Db } from '../../platform/db/database'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { withPictures } from '../fiscal-reports/form-logo.service'
import { readDailyReport } from '../fiscal-reports/stored-reports.service'
import { paperSeals } from '../seals/paper-seal.service'
import { documentOfCode, sealedFile } from '../seals/sealed-files.service'
import type { SealsTable } from '../seals/seals.table'
import { verifyCode } from '../seals/verify.service'
import type { SharedForms } from './share-links.contract'
import type { Shareable } from './shareable'

const monthly = (kind: string) => kind.startsWith('monthly')
const rowOf = (db: Db, id: string) =>
  db.selectFrom('seals').selectAll().where('id', '=', id).executeTakeFirst()

export const sharedSeals: Shareable = {
  async find({ db, scope }, { document }) {
    const row = await documentOfCode(db, scope, document)
    if (!row) return null
    return {
      target: () => row.id,
      tenantId: row.tenant_id,
      locationId: row.location_id,
      document: row.shown,
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
    if (state !== 'genuine') return null
    const forms = await formsOf(db, row)
    return { seal, forms, list: null, files: forms ? [...formFiles, 'json'] : ['json'] }
  },

  async file(db: Db, target: string) {
    const row = await rowOf(db, target)
    return row && (await verifyCode(db, row.code)).state === 'genuine' ? sealedFile(row) : null
  },
}

/** What the console writes of a form. */
export const formFiles = ['pdf', 'xlsx', 'csv'] as const

/** Null for a document that no report is stored of. */
async function formsOf(db: Db, { id, tenant_id: tenantId }: SealsTable): Promise<SharedForms | null> {
  const day = await db.selectFrom('daily_reports').select('id').where('seal_id', '=', id).executeTakeFirst()
  if (day) {
    const { document, seal } = await readDailyReport(db, { tenantId }, day.id)
    return { variant: 'takings', documents: [document], seals: [seal] }
  }
  const month = await db
    .selectFrom('monthly_reports')
    .select(['document', 'sealed_by'])
    .where('seal_id', '=', id)
    .executeTakeFirst()
  const seal = (await paperSeals(db, [id])).get(id)
  if (!month?.document || !seal) return null
  return {
    variant: 'takings',
    documents: await withPictures(db, tenantId, [fiscalDocument.parse(JSON.parse(month.document))]),
    seals: [{ ...seal, by: month.sealed_by }],
  }
}

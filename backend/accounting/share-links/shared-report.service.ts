/**
 * A fiscal report at its address, sealed or not: a link shows its forms as they were when it was made. Once the figures
 * of one of its days do not hold any more the link says so, and shows none.
 */
import { z } from 'zod'
import type { Db } from '../../platform/db/database'
import { invalidField, Problem } from '../../platform/contract/problem'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { dailyReportsRule } from '../fiscal-reports/daily-reports.contract'
import { monthlyReportsRule } from '../fiscal-reports/monthly-reports.contract'
import { monthOf } from '../fiscal-reports/monthly-reports.service'
import { readDailyReport } from '../fiscal-reports/stored-reports.service'
import { verifyCode } from '../seals/verify.service'
import { sharedForms, type SharedForms } from './share-links.contract'
import type { Shareable } from './shareable'
import { formFiles } from './shared-seal.service'
import { readSnapshot, storeSnapshot } from './snapshots.service'

const content = sharedForms.extend({
  /** Ids of the daily reports that it is made of. */
  reports: z.array(z.string()),
})
type Content = z.output<typeof content>

const ADDRESS =
  /^\/reports\/(daily|monthly)(-jackpot)?-report\/([0-9a-f]{24})(?:-(\d{4}-(?:0[1-9]|1[0-2])))?$/

export const sharedReports: Shareable = {
  async find({ db, scope, now }, { document: address }) {
    const [, span, jackpot, id, month] = ADDRESS.exec(address) ?? []
    if (id === undefined || (span === 'monthly') !== (month !== undefined)) return null
    const variant = jackpot ? ('jackpots' as const) : ('takings' as const)
    try {
      const found =
        month === undefined
          ? await ofDay(await readDailyReport(db, scope, id), variant)
          : ofMonth(await monthOf(db, await placeOf(db, scope, id), month, now), variant)
      const [first] = found.documents
      if (!first) return null
      const { tenantId } = await placeOf(db, scope, first.location._id)
      return {
        target: () => storeSnapshot(db, tenantId, found, now),
        tenantId,
        locationId: first.location._id,
        document: found.seals.every(seal => seal !== null)
          ? found.seals.map(seal => seal.code).join(' ')
          : address,
        period: first.period,
        revision: first.revision,
        readBy: month === undefined ? dailyReportsRule : monthlyReportsRule,
      }
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null
      throw error
    }
  },

  async show(db: Db, target: string) {
    const found = await readSnapshot(db, target, content)
    if (!found) return null
    const { reports, ...forms } = found
    if (!(await stands(db, found))) return 'superseded' as const
    return { seal: null, forms, list: null, files: [...formFiles] }
  },

  file: () => Promise.resolve(null),
}

function ofDay(
  { _id, document, seal, revisions }: Awaited<ReturnType<typeof readDailyReport>>,
  variant: SharedForms['variant'],
): Content {
  if (revisions[0]?._id !== _id) throw invalidField('document', 'superseded')
  return { variant, documents: [document], seals: [seal], reports: [_id] }
}

const ofMonth = (
  { documents, seals }: Awaited<ReturnType<typeof monthOf>>,
  variant: SharedForms['variant'],
): Content => ({
  variant,
  documents,
  seals,
  reports: [...new Set(documents.flatMap(({ days }) => days.flatMap(({ id }) => id ?? [])))],
})

/**
 * Nothing took the place of what it shows: its seals, and each report that it is made of where it is not sealed whole.
 */
async function stands(db: Db, { seals, reports }: Content): Promise<boolean> {
  const codes = seals.flatMap(seal => (seal ? [seal.code] : []))
  for (const code of codes) if ((await verifyCode(db, code)).state !== 'genuine') return false
  if (codes.length === seals.length) return true
  const { standing } = await db
    .selectFrom('daily_reports')
    .select(row => row.fn.countAll<number>().as('standing'))
    .where('id', 'in', reports)
    .where('is_latest', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(standing) === reports.length
}

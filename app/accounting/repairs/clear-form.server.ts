/**
 * What a clear form says: a slot's counters before and after its memory was cleared, from the two readings around it,
 * and what was decided.
 */
import type { z } from 'zod'
import {
  repairMeters,
  repairsContract,
  type RepairEntry,
  type RepairEvidence,
} from '../../../backend/accounting/repairs/repairs.contract'
import type { RowOf } from '../../../backend/platform/contract/contract'
import type { Paper } from '../../engine/paper/paper'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { writeValue, type Sheet } from '../../engine/export/sheet'
import { formatter, type Format } from '../../i18n/format'
import type { Locale, Translate } from '../../i18n/locales'
import { evidenceAnswer, evidencePath } from './evidence'
import type { GuardedContext } from '../../session/guard.server'

type Repair = RowOf<typeof repairsContract>

/** A new run of a slot's counters: announced by its memory event, or proven by its readings. */
const clears: readonly string[] = ['cleared', 'restarted']

export interface ClearForm {
  title: string
  name: string
  repair: Repair
  evidence: z.output<typeof evidenceAnswer>['evidence']
}

/** Throws 404 for a repair that is no clear. */
export async function loadClearForm({
  api,
  params,
  t,
  locale,
}: Pick<GuardedContext, 'api' | 'params' | 't' | 'locale'>): Promise<ClearForm> {
  const id = idOf(params)
  const [repair, { evidence }] = await Promise.all([
    api(repairsContract).get(id),
    api.call('GET', evidencePath(id), { schema: evidenceAnswer }),
  ])
  if (!clears.includes(repair.kind)) throw notFound()
  const at = formatter(locale, evidence.time_zone).dateTime(repair.crossing)
  return {
    title: t('clear-form:title', { name: repair.slot.name }),
    name: `${repair.slot.name} ${at}`,
    repair,
    evidence,
  }
}

/** Name, value. */
export function factsOf(
  { repair, evidence }: Pick<ClearForm, 'repair' | 'evidence'>,
  t: Translate,
  locale: Locale,
): [string, string][] {
  const format = formatter(locale, evidence.time_zone)
  const named = (name: string, value: string | null): [string, string] => [
    t(`clear-form:facts.${name}`),
    value ?? '–',
  ]
  const { before, after } = aroundClear(evidence)
  return [
    named('tenant', repair.tenant.name),
    named('location', repair.location.name),
    named('slot', repair.slot.name),
    named('game', repair.game_nr === 0 ? t('clear-form:whole_slot') : format.number(repair.game_nr)),
    named('kind', t(`repairs:kind.${repair.kind}`)),
    named('before', before ? format.exact(before.at) : null),
    named('after', after ? format.exact(after.at) : null),
    named('zone', evidence.time_zone),
    named('state', t(`repairs:state.${repair.state}`)),
    named('decision', decisionWords(evidence.decisions[0], t, format)),
  ]
}

const decisionWords = (entry: RepairEntry | undefined, t: Translate, format: Format): string | null =>
  entry
    ? [
        t(`repairs:decisions.actions.${entry.action}`),
        entry.choice ? t(`repairs:choices.${entry.choice}`) : null,
        entry.moved ? format.money(entry.moved) : null,
        entry.reason,
        entry.by,
        format.dateTime(entry.at),
      ]
        .filter(Boolean)
        .join(' · ')
    : null

/** The last good reading before it, and the first of the new run. */
function aroundClear({ readings }: RepairEvidence) {
  return {
    before: readings.findLast(({ part, held }) => part === 'before' && held === null),
    after: readings.find(({ part }) => part === 'within') ?? readings.find(({ part }) => part === 'after'),
  }
}

export function clearSheet(evidence: RepairEvidence, t: Translate): Sheet {
  const { before, after } = aroundClear(evidence)
  return {
    columns: [
      { key: 'meter', label: t('clear-form:columns.meter'), kind: 'text', unit: null },
      ...(['before', 'after', 'began'] as const).map(key => ({
        key,
        label: t(`clear-form:columns.${key}`),
        kind: 'count' as const,
        unit: null,
      })),
      { key: 'seen', label: t('clear-form:columns.seen'), kind: 'text', unit: null },
    ],
    rows: repairMeters
      .map(name => ({
        key: name,
        values: [
          t(`counters:fields.${name}`),
          // What judgement held against each other, where a reading left the meter out.
          evidence.meters[name]?.before ?? before?.values[name] ?? null,
          evidence.meters[name]?.after ?? after?.values[name] ?? null,
          evidence.proposal[name]?.after ?? null,
          '',
        ],
      }))
      .filter(({ values }) => values[1] !== null || values[2] !== null),
    totals: [],
  }
}

export function clearPaper(
  form: ClearForm,
  { t, locale, reader, now }: { t: Translate; locale: Locale; reader: string; now: number },
): Paper {
  const { evidence, repair, title } = form
  const format = formatter(locale, evidence.time_zone)
  const { columns, rows } = clearSheet(evidence, t)
  const at = format.exact(now)
  return {
    language: locale,
    title,
    author: reader,
    at: repair.updated_at,
    keywords: '',
    forms: [
      {
        language: locale,
        title,
        facts: factsOf(form, t, locale),
        lines: [t('clear-form:note')],
        caption: t('engine:list.as_of', { time: format.exact(repair.updated_at) }),
        columns: columns.map(({ label, kind }) => ({
          label,
          group: null,
          nr: '',
          numeric: kind === 'count',
        })),
        head: 0,
        rows: rows.map(({ values }) =>
          values.map((value, index) => writeValue(value, columns[index]?.kind ?? 'text', format)),
        ),
        sums: [],
        signatures: signers.map(key => ({
          key: t(`clear-form:signers.${key}`),
          lines: [t('clear-form:signature')],
        })),
        notes: [],
        seal: null,
      },
    ],
    foot: [title, reader, at].join(' · '),
    pageOf: (page, of) => t('engine:paper.page', { page: format.number(page), of: format.number(of) }),
    sources: [],
  }
}

export const signers = ['technician', 'manager'] as const

/** The readings around a crossing, as a line and as a table, and what people decided of it. */
import { Fragment } from 'react'
import { z } from 'zod'
import {
  type RepairEntry,
  type RepairEvidence,
  repairEvidence,
  type RepairMeter,
  repairMeters,
  repairsContract,
} from '../../../backend/accounting/repairs/repairs.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { ArchivedRows } from '../../engine/stream/archived-rows'
import { localInstant, writeInstant } from '../../engine/period/period'
import { formatter, type Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { LineChart } from '../../ui/chart'
import { Effect } from './effect'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'

export const evidenceAnswer = z.object({ evidence: repairEvidence })
export const evidencePath = (id: string): string => `/api/repairs/v1/repair/${id}/evidence`

const evidenceRequest = (id: string) => ({
  permission: repairsContract.permissions.read,
  path: evidencePath(id),
  shape: evidenceAnswer,
})

export const repairEvidencePanel = () =>
  sidePanel({
    title: 'repairs:readings.title',
    ask: evidenceRequest,
    show: ({ evidence }) => <Readings evidence={evidence} />,
    wide: true,
  })

export const repairBooksPanel = () =>
  sidePanel({
    title: 'repairs:books.title',
    ask: evidenceRequest,
    show: ({ evidence }, _, { state }) => <Books evidence={evidence} isDecided={state === 'decided'} />,
    wide: true,
  })

export const repairDecisionsPanel = () =>
  sidePanel({
    title: 'repairs:decisions.title',
    ask: evidenceRequest,
    show: ({ evidence }) => <Decisions entries={evidence.decisions} />,
    wide: true,
  })

/** On the page of another record that names a repair: all that whoever proposed it saw, and what was decided before. */
export const repairOfPanel = (of: (row: Record<string, unknown>) => string | null) =>
  sidePanel({
    title: 'repairs:answer.evidence',
    of,
    ask: evidenceRequest,
    show: ({ evidence }, _, row) => (
      <RequestEvidence evidence={evidence} isThis={evidence.waiting?._id === row._id} />
    ),
    wide: true,
  })

/** `isThis`: it is the request that waits; an earlier one moves nothing any more. */
function RequestEvidence({ evidence, isThis }: { evidence: RepairEvidence; isThis: boolean }) {
  const { t } = useShell()
  const { would, time_zone, decisions } = evidence
  return (
    <>
      {would && isThis ? (
        <>
          <h3>{t('repairs:answer.would')}</h3>
          <Effect effect={would} zone={time_zone} />
        </>
      ) : null}
      <h3>{t('repairs:readings.title')}</h3>
      <Readings evidence={evidence} />
      <h3>{t('repairs:decisions.title')}</h3>
      <Decisions entries={decisions} />
    </>
  )
}

type RepairTotal = NonNullable<RepairEvidence['books'][number]['total']>
type Repair = z.output<typeof repairsContract.row>

/** So far around a crossing, its cause is looked for. */
const AROUND_MS = 30 * 60_000

/** Of one that is decided nobody says that nothing is booked. */
export function WhatHappened({ kind, state }: Pick<Repair, 'kind' | 'state'>) {
  const { t } = useShell()
  return (
    <>
      {t(`repairs:about.${kind}`)} {state === 'decided' ? null : t(`repairs:unbooked.${kind}`)}
    </>
  )
}

/**
 * What happened, in words, and where it can be seen: the hour that it lies in, and what the slot reported at that
 * time.
 */
export function AboutRepair({ row: { kind, state, slot, crossing, last_at, until } }: { row: Repair }) {
  const { t } = useShell()
  const around = new URLSearchParams({
    type: 'slot',
    dateStart: writeInstant((last_at ?? crossing) - AROUND_MS),
    dateEnd: writeInstant(until + AROUND_MS),
  })
  return (
    <div className="prose-width mb-2">
      <p>
        <WhatHappened kind={kind} state={state} />
      </p>
      <p className="no-print">
        <a className="link" href={`/slots/${slot._id}/at/${crossing}`}>
          {t('repairs:about_hour')}
        </a>
        {' · '}
        <a className="link" href={`/events/${slot._id}?${around.toString()}`}>
          {t('repairs:about_events')}
        </a>
      </p>
    </div>
  )
}

/** Those in doubt first, then the others that were reported. */
function metersShown({ meters, readings }: RepairEvidence): RepairMeter[] {
  const reported = repairMeters.filter(name => readings.some(({ values }) => values[name] !== undefined))
  return [...reported.filter(name => meters[name]), ...reported.filter(name => !meters[name])].slice(0, 6)
}

export function Readings({ evidence }: { evidence: RepairEvidence }) {
  const { t, locale } = useShell()
  const format = formatter(locale, evidence.time_zone)
  const names = metersShown(evidence)
  const [main] = names
  const archived = <ArchivedRows span={evidence.archived} zone={evidence.time_zone} />
  if (!main)
    return (
      <>
        {archived}
        <p>{t('repairs:readings.none')}</p>
      </>
    )
  const label = t('repairs:readings.chart', { meter: t(`counters:fields.${main}`) })
  return (
    <>
      {archived}
      <div className="wide-only">
        <LineChart
          title={label}
          label={t('repairs:readings.chart_label', { meter: t(`counters:fields.${main}`) })}
          points={evidence.readings.map(({ at, values, held, part }, index) => ({
            key: `${at} ${index}`,
            label: timeOf(at, evidence.readings[index - 1]?.at, format, evidence.time_zone),
            value: values[main] ?? null,
            text: format.number(values[main] ?? 0),
            isStrong: part === 'within',
            isOpen: held !== null,
          }))}
          write={format.number}
          isClose
        />
      </div>
      <DataTable
        caption={t('repairs:readings.title')}
        columns={[
          { key: 'at', label: t('repairs:readings.at') },
          { key: 'part', label: t('repairs:readings.part'), rank: 2 },
          ...names.map((name, index) => ({
            key: name,
            label: t(`counters:fields.${name}`),
            numeric: true,
            ...(index === 0 && { rank: 3 as const }),
          })),
        ]}
        rows={evidence.readings.map(({ at, part, held, values }, index) => ({
          key: `${at} ${index}`,
          cells: [
            format.dateTime(at),
            held ? (
              <Status mark={held === 'open' ? 'bad' : 'muted'}>{t(`counters:held.${held}`)}</Status>
            ) : (
              t(`repairs:readings.parts.${part}`)
            ),
            ...names.map(name => {
              const value = values[name]
              return value === undefined ? '–' : format.number(value)
            }),
          ],
        }))}
      />
    </>
  )
}

/**
 * With its day where that is another than the one before it: points stand side by side, however long nothing was
 * reported between them.
 */
function timeOf(at: number, before: number | undefined, { day, time }: Format, zone: string): string {
  const dayAt = (one: number) => localInstant(one, zone).slice(0, 'YYYY-MM-DD'.length)
  return before !== undefined && dayAt(before) === dayAt(at) ? time(at) : `${day(dayAt(at))} ${time(at)}`
}

/**
 * So that nobody has to try each choice to know which one moves how much: the choices side by side, a line for each
 * meter.
 */
export function Books({
  evidence: { books, meters },
  isDecided,
}: {
  evidence: RepairEvidence
  isDecided?: boolean
}) {
  const { t, format } = useShell()
  if (books.length === 0) return <p>{t(`repairs:books.${isDecided ? 'decided' : 'none'}`)}</p>
  const choices = books.map(({ choice, total, still_open }) => {
    const why = total === null ? 'long' : still_open ? 'still_open' : null
    const label = t(`repairs:choices.${choice}`)
    return {
      choice,
      total: why ? null : total,
      label: why ? `${label}: ${t(`repairs:books.${why}`)}` : label,
    }
  })
  const row = (key: string, label: string, write: (total: RepairTotal) => string) => ({
    key,
    cells: [
      label,
      ...choices.map(one => (
        <Fragment key={one.choice}>
          {/* A phone's rows have no header above them. */}
          <span className="min-[576px]:hidden">{one.label} </span>
          {one.total === null ? '–' : write(one.total)}
        </Fragment>
      )),
    ],
  })
  return (
    <DataTable
      caption={t('repairs:books.title')}
      columns={[
        { key: 'what', label: t('repairs:books.what') },
        ...choices.map(({ choice, label }) => ({ key: choice, label, numeric: true, rank: 2 as const })),
      ]}
      rows={[
        row('net_win', t('repairs:effect.net_win'), ({ net_win }) => format.money(net_win)),
        ...repairMeters
          // Meters that a choice moves are listed, too, so that they add up to the net win.
          .filter(name => meters[name] ?? books.some(({ total }) => total?.meters[name]))
          .map(name =>
            row(name, t(`counters:fields.${name}`), total => format.number(total.meters[name] ?? 0)),
          ),
      ]}
    />
  )
}

export function Decisions({ entries }: { entries: readonly RepairEntry[] }) {
  const { t, format } = useShell()
  if (entries.length === 0) return <p>{t('repairs:decisions.none')}</p>
  return (
    <DataTable
      caption={t('repairs:decisions.title')}
      columns={[
        { key: 'at', label: t('repairs:decisions.at') },
        { key: 'what', label: t('repairs:decisions.what'), rank: 2 },
        { key: 'moved', label: t('repairs:effect.net_win'), numeric: true, rank: 3 },
        { key: 'by', label: t('repairs:decisions.by'), rank: 3 },
        { key: 'reason', label: t('repairs:decisions.reason'), rank: 3 },
      ]}
      rows={entries.map(one => ({
        key: one._id,
        cells: [
          format.dateTime(one.at),
          whatWasDone(one, t),
          one.moved === null ? '–' : format.money(one.moved),
          one.by,
          one.reason,
        ],
      }))}
    />
  )
}

/** What was proposed or approved without a choice is that the decision be taken back. */
function whatWasDone({ action, choice }: RepairEntry, t: Translate): string {
  const done = t(`repairs:decisions.actions.${action}`)
  if (choice !== null) return `${done}: ${t(`repairs:choices.${choice}`)}`
  return action === 'propose' || action === 'approve' ? `${done}: ${t('repairs:reopen.title')}` : done
}

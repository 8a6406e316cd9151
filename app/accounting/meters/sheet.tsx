/** Entering a meter sheet: one row for each slot, whatever was not read stays empty. */
import { Fragment } from 'react'
import { meterKinds } from '../../../backend/accounting/meters/meters.contract'
import {
  sheetEnteredAnswer,
  sheetEntryPath,
  sheetSlotsAnswer,
  type SheetSlots,
} from '../../../backend/accounting/meters/sheets.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import { problemTexts } from '../../engine/form/problem-texts'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { localInstant, problemsOfMoment, readInstant } from '../../engine/period/period'
import { idOf } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { describe, Field, Input, TextArea } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { trimmed, wholeOf } from './meters-at.server'

const needs = { all: ['slot::list', 'slot::enter_meters'] } as const
const fieldOf = (kind: string, slot: string) => `${kind}_${slot}`
const hrefOf = (location: string) => `/locations/${location}/meter-sheet`
const pathOf = (location: string) => sheetEntryPath.replace(':id', location)

const sheetForm = formPage<SheetSlots>({
  read: async ({ api, params }) =>
    (await api.call('GET', pathOf(idOf(params)), { schema: sheetSlotsAnswer })).sheet,
  version: () => 0,
  typed: sheet => ({
    read_at: localInstant(Date.now(), sheet.time_zone),
    reason: '',
    ...Object.fromEntries(
      sheet.slots.flatMap(({ slot }) => meterKinds.map(kind => [fieldOf(kind, slot._id), ''])),
    ),
  }),
  send: async ({ api, t }, { now: sheet, key, ...sent }) => {
    const typed = trimmed(sent.typed)
    const readAt = readInstant(typed.read_at ?? '', sheet.time_zone)
    if (readAt === undefined)
      return { problems: { read_at: problemsOfMoment(typed.read_at ?? '', sheet.time_zone) } }
    const rows = filledRows(sheet, typed)
    if (rows.length === 0) return { problems: { read_at: [{ code: 'sheet_empty' }] } }
    const { entered, beyond } = await api.call('POST', pathOf(sheet.location._id), {
      body: { read_at: readAt, rows, reason: typed.reason },
      schema: sheetEnteredAnswer,
      idempotencyKey: key,
    })
    return { to: hrefOf(sheet.location._id), message: t('meter-sheet:entered', { count: entered, beyond }) }
  },
  problemsOf: (found, sheet, { form }) => {
    const typed = Object.fromEntries([...(form?.entries() ?? [])].map(([name, text]) => [name, String(text)]))
    const rows = filledRows(sheet, trimmed(typed))
    return Object.fromEntries(
      Object.entries(found).map(([name, problems]) => {
        const [, nr, kind] = /^rows\.(\d+)\.(\w+)$/.exec(name) ?? []
        const row = nr === undefined ? undefined : rows[Number(nr)]
        return [row && kind ? fieldOf(kind, row.slot) : name, problems]
      }),
    )
  },
})

const filledRows = (sheet: SheetSlots, typed: Readonly<Record<string, string>>) =>
  sheet.slots
    .map(({ slot }) => ({
      slot: slot._id,
      ...(Object.fromEntries(
        meterKinds.map(kind => [kind, wholeOf(typed[fieldOf(kind, slot._id)])]),
      ) as Record<(typeof meterKinds)[number], number | string | null>),
    }))
    .filter(row => meterKinds.some(kind => row[kind] !== null))

export const loader = guarded(needs, async context => {
  const { now: sheet, form } = await sheetForm.load(context)
  return {
    title: context.t('meter-sheet:enter_title', { name: sheet.location.name }),
    crumbs: { [sheet.location._id]: sheet.location.name },
    sheet,
    here: hrefOf(sheet.location._id),
    form,
  }
})

export const action = guarded(needs, sheetForm.perform, { keepsAnswer: true })

export default function SheetPage() {
  const { title, sheet, here, form: shown } = useLoaded<typeof loader>()
  const form = useAnswer<PageForm>() ?? shown
  const { t, locale } = useShell()
  const format = formatter(locale, sheet.time_zone)
  const { errorOf, errorsOf } = problemTexts(t, form.problems)
  const labels: Record<string, string> = {
    read_at: t('meters:columns.read_at'),
    reason: t('engine:form.reason'),
    ...Object.fromEntries(
      sheet.slots.flatMap(({ slot }) =>
        meterKinds.map(kind => [fieldOf(kind, slot._id), `${slot.name}, ${t(`meters:kinds.${kind}`)}`]),
      ),
    ),
  }
  const errors = errorsOf(
    Object.keys(labels),
    name => `sheet-${name}`,
    name => labels[name] ?? name,
  )
  if (sheet.slots.length === 0)
    return (
      <>
        <PageHeader title={title} />
        <EmptyState title={t('meter-sheet:none')} />
      </>
    )
  const zone = t('meters:zone', { zone: sheet.time_zone })
  return (
    <>
      <PageHeader title={title} />
      <FormFrame
        form={form}
        action={`${here}/enter`}
        back={here}
        submit={t('meter-sheet:save')}
        errors={errors}
        rivals={[]}
      >
        <Field id="sheet-read_at" label={labels.read_at ?? ''} help={zone} error={errorOf('read_at')}>
          <Input
            {...describe({ id: 'sheet-read_at', help: zone, error: errorOf('read_at') })}
            type="datetime-local"
            name="read_at"
            required
            defaultValue={form.typed.read_at ?? ''}
          />
        </Field>
        <DataTable
          caption={title}
          columns={[
            { key: 'slot', label: t('meter-sheet:by.slot'), mono: true },
            { key: 'position', label: t('meter-sheet:fields.position') },
            ...meterKinds.map((kind, nr) => ({
              key: kind,
              label: t(`meters:kinds.${kind}`),
              ...(nr < 2 && { rank: (nr + 2) as 2 | 3 }),
            })),
          ]}
          rows={sheet.slots.map(one => ({
            key: one.slot._id,
            cells: [
              <a key="slot" className="ev" href={`/slots/${one.slot._id}/meters`}>
                {one.slot.name}
              </a>,
              one.position ?? '–',
              ...meterKinds.map(kind => {
                const name = fieldOf(kind, one.slot._id)
                const last = one[kind]
                const error = errorOf(name)
                return (
                  <Fragment key={name}>
                    <Input
                      {...describe({ id: `sheet-${name}`, error })}
                      type="text"
                      name={name}
                      aria-label={labels[name]}
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={16}
                      placeholder={last === null ? undefined : format.number(last)}
                      defaultValue={form.typed[name] ?? ''}
                    />
                    {error ? (
                      <p className="field-error" id={`sheet-${name}-error`}>
                        {error}
                      </p>
                    ) : null}
                  </Fragment>
                )
              }),
            ],
          }))}
        />
        <Field
          id="sheet-reason"
          label={labels.reason ?? ''}
          note={t('engine:form.optional')}
          help={t('meters:reason_help')}
          error={errorOf('reason')}
        >
          <TextArea
            {...describe({ id: 'sheet-reason', help: t('meters:reason_help'), error: errorOf('reason') })}
            name="reason"
            rows={2}
            maxLength={200}
            defaultValue={form.typed.reason ?? ''}
          />
        </Field>
      </FormFrame>
    </>
  )
}

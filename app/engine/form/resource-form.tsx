import { useForm } from '@conform-to/react'
import { Fragment, type ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { ACT } from '../../console/saved-values'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, Field, FieldSet, fieldsIn, FormActions } from '../../ui/field'
import type { FormState } from './form.server'
import type { FormSpec } from './form'
import type { FormPreview } from '../definition/resource-definition'
import { baseContext } from '../render/render-context'
import { fieldLabel, namedProblem, problemText, sectionLabel } from '../render/labels'
import { ConflictTable } from './conflict-table'
import { constraintOf } from './constraint'
import { FailureNote } from '../components/failure-note'

interface ResourceFormProps {
  spec: FormSpec
  /** Titled groups by name; without them, just the fields. */
  sections?: Readonly<Record<string, readonly string[]>>
  /** Sections that stay closed as long as nothing in them was refused. */
  folded?: readonly string[]
  state: FormState
  submit: string
  /** The record that it is about, by name. */
  subject?: string | undefined
  danger?: boolean
  /** Longer than a screen: a cursor at its end would take what the page begins with out of sight. */
  isLong?: boolean
  cancelHref: string
  /** Where to look whether it happened, after a lost answer. */
  checkHref: string
  preview?: FormPreview | undefined
  children?: ReactNode
}

/** For buttons that stand outside of it. */
export const FORM_ID = 'form'

/**
 * One column, label above, help under, error under the field and at the top; nothing resets on error. Never hydrated.
 */
export function ResourceForm({
  spec,
  sections,
  folded = [],
  state,
  submit,
  subject,
  danger,
  isLong = false,
  cancelHref,
  checkHref,
  preview,
  children,
}: ResourceFormProps) {
  const { t, locale } = useShell()
  const { problems } = state
  const [form, fields] = useForm<Record<string, string>, Record<string, string>, FieldProblem[]>({
    id: FORM_ID,
    constraint: constraintOf(spec.schema),
    defaultValue: state.typed,
    lastResult:
      Object.keys(problems).length > 0
        ? { status: 'error', initialValue: state.typed, error: problems }
        : undefined,
    // Without JavaScript the browser's own check is the first one.
    defaultNoValidate: false,
  })
  const placed = new Set(Object.values(sections ?? {}).flat())
  const summary = spec.names.flatMap(name =>
    (problems[name] ?? []).map(problem => ({
      id: fields[name]?.id ?? name,
      text: namedProblem(
        t,
        fieldLabel(t, spec.entity, name, spec.fields),
        problem,
        spec.fields[name],
        locale,
      ),
    })),
  )
  return (
    <form id={form.id} method="post" noValidate={form.noValidate} className="form">
      {/* Enter presses a form's first submit button, and a search field's own button must not be it. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {submit}
      </button>
      <input type="hidden" name="idempotency_key" value={state.key} />
      <input type="hidden" name={ACT} value={subject ? `${submit} ${subject}` : submit} />
      {state.version === null ? null : <input type="hidden" name="version" value={state.version} />}
      {state.base === null ? null : <input type="hidden" name="base" value={state.base} />}
      <ErrorSummary title={t('engine:form.problems', { count: fieldsIn(summary) })} errors={summary} />
      {state.resumed ? (
        <Alert tone="warn" title={t('auth:again')}>
          <p>{t('engine:form.resumed')}</p>
        </Alert>
      ) : null}
      {preview && state.preview !== undefined ? preview.show(state.preview) : null}
      {state.failure ? <Unsaved state={state} checkHref={checkHref} /> : null}
      {state.conflict ? (
        <ConflictTable spec={spec} conflict={state.conflict} typed={state.typed} options={state.options} />
      ) : null}
      {sections
        ? Object.entries(sections).map(([section, names]) => {
            const controls = names.map(name => (
              <FormField key={name} spec={spec} name={name} state={state} meta={fields[name]} />
            ))
            const label = sectionLabel(t, spec.entity, section)
            return folded.includes(section) ? (
              <details key={section} open={names.some(name => problems[name] !== undefined)}>
                <summary>{label}</summary>
                <fieldset className="form-section">
                  <legend className="sr-only">{label}</legend>
                  {controls}
                </fieldset>
              </details>
            ) : (
              <fieldset key={section} className="form-section">
                <legend>{label}</legend>
                {controls}
              </fieldset>
            )
          })
        : null}
      {spec.names
        .filter(name => !placed.has(name))
        .map(name => (
          <FormField key={name} spec={spec} name={name} state={state} meta={fields[name]} />
        ))}
      {children}
      <FormActions>
        {/* Harm is far from habit: the way back comes first and holds the cursor. */}
        {danger ? (
          <LinkButton href={cancelHref} autoFocus={summary.length === 0 && !isLong}>
            {t('engine:form.cancel')}
          </LinkButton>
        ) : null}
        <Button tone={danger ? 'danger' : 'primary'}>{submit}</Button>
        {preview ? (
          <Button name="intent" value="preview">
            {t(preview.label)}
          </Button>
        ) : null}
        {danger ? null : <LinkButton href={cancelHref}>{t('engine:form.cancel')}</LinkButton>}
      </FormActions>
    </form>
  )
}

type Shell = ReturnType<typeof useShell>
type Meta = ReturnType<
  typeof useForm<Record<string, string>, Record<string, string>, FieldProblem[]>
>[1][string]

function FormField({
  spec,
  name,
  state,
  meta,
}: {
  spec: FormSpec
  name: string
  state: FormState
  meta: Meta | undefined
}) {
  const shell = useShell()
  const { t } = shell
  const kind = spec.fields[name]
  if (!kind?.input || !meta) return null
  if (spec.ofSystem?.includes(name) && shell.user?.tenantId !== SYSTEM_TENANT)
    // What an existing record has goes back as it came.
    return state.typed[name] && !kind.kind.startsWith('flag') ? (
      <input type="hidden" name={name} value={state.typed[name]} />
    ) : null
  const isReason = name === 'reason' && spec.reasoned !== undefined
  const help = isReason
    ? t('engine:form.reason_help', {
        fields: spec.reasoned?.map(one => fieldLabel(t, spec.entity, one)).join(', '),
      })
    : t(`${spec.entity}:help.${name}`, { defaultValue: '' })
  const errors = meta.errors ?? []
  const described = [help && `${meta.id}-help`, errors.length > 0 && `${meta.id}-error`]
    .filter(Boolean)
    .join(' ')
  const required = isRequired(spec, name) || demandOf(spec, name, shell) === 'it'
  const Labelled = kind.group ? FieldSet : Field
  return (
    <Labelled
      id={meta.id}
      label={fieldLabel(t, spec.entity, name, spec.fields)}
      help={help || undefined}
      note={note(spec, name, shell) ?? (required || isReason ? undefined : t('engine:form.optional'))}
      error={
        errors.length > 0 ? (
          <ErrorTexts texts={errors.map(problem => problemText(t, problem, kind, shell.locale))} />
        ) : undefined
      }
    >
      {kind.input(
        {
          id: meta.id,
          name,
          typed: state.typed[name] ?? '',
          required,
          minLength: meta.minLength,
          maxLength: meta.maxLength,
          min: meta.min,
          max: meta.max,
          describedBy: described || undefined,
          invalid: errors.length > 0,
          options: state.options[name],
        },
        { ...baseContext(shell, spec.entity), field: name },
      )}
    </Labelled>
  )
}

/** Several faults of one field stand under each other. */
const ErrorTexts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {text}
    </Fragment>
  ))

/** People who belong to no tenant have to choose one: always, or unless the record is for all tenants. */
function demandOf(spec: FormSpec, name: string, { user }: Shell): 'it' | 'one' | null {
  if (name !== 'tenant' || !spec.ofTenant || user?.tenantId !== SYSTEM_TENANT) return null
  return spec.names.includes('all_tenants') ? 'one' : 'it'
}

const note = (spec: FormSpec, name: string, shell: Shell) =>
  demandOf(spec, name, shell) === 'one'
    ? shell.t('engine:form.or_else', { other: fieldLabel(shell.t, spec.entity, 'all_tenants') })
    : undefined

/**
 * By the schema itself: what may be left out is stored as nothing, a default is there to be chosen from, and a box is
 * ticked or not.
 */
function isRequired(spec: FormSpec, name: string): boolean {
  if (spec.fields[name]?.kind.startsWith('flag')) return true
  const left = spec.schema.shape[name]?.safeParse(undefined)
  const isEmpty = left?.success && (left.data == null || (Array.isArray(left.data) && left.data.length === 0))
  return !isEmpty
}

/** Nothing typed is lost; after a lost answer the page says to look before sending again. */
function Unsaved({ state, checkHref }: { state: FormState; checkHref: string }) {
  const { t } = useShell()
  if (!state.failure) return null
  return (
    <>
      <FailureNote method="POST" failure={state.failure} />
      {state.failure.unknown ? (
        <p>
          <a className="link" href={checkHref}>
            {t('engine:form.check')}
          </a>
        </p>
      ) : (
        <p>{t('engine:form.kept')}</p>
      )}
    </>
  )
}

/**
 * Imports files of exclusions, ONJN's and clients': at once, since the door must know, with a report line by line of
 * what was wrong.
 */
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { oneByte, readings } from '../../../backend/workflow/imports/encodings.contract'
import {
  listImportAnswer,
  listImportPaths,
  type listImportQuery,
  MAX_LIST_BYTES,
  MAX_LIST_ROWS,
  type ListImportAnswer,
  type ListKind,
} from '../../../backend/players/player-exclusion/exclusion-lists.contract'
import { tenantsContract } from '../../../backend/estate/tenants/tenants.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { firstByName } from '../../engine/data/first-by-name.server'
import { failureOf, type Failure } from '../../engine/data/failure.server'
import { resourcePaths } from '../../addresses/names'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Check, describe, Field, FieldSet, FormActions, Select } from '../../ui/field'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'

const kindAt = (url: URL): ListKind => (url.pathname.includes('onjn') ? 'national' : 'clients')
const kinds = {
  national: {
    look: 'pe_exclusion_onjn::list_encrypted_onjn_cnps',
    import: 'pe_exclusion_onjn::import',
    list: resourcePaths['onjn-exclusions'],
  },
  clients: {
    look: 'pe_exclusion::list_self_exclusions',
    import: 'pe_exclusion::import',
    list: resourcePaths['self-exclusions'],
  },
} as const
type Step = z.output<typeof listImportQuery>['step']
/** 100,000 lines with the audit entry of each take most of a minute. */
const PATIENCE_MS = 180_000
const MOST_TENANTS = 200

export const loader = guarded(
  ({ url }) => kinds[kindAt(url)].look,
  async ctx => {
    const kind = kindAt(ctx.url)
    return { kind, title: ctx.t(`exclusion-import:titles.${kind}`), tenants: await tenantsOf(ctx) }
  },
)

interface Answered {
  step: Step
  result: ListImportAnswer | null
  /** Why the file as a whole was refused. */
  problem: { code: string; details: Record<string, unknown> } | null
  failure: Failure | null
}

export const action = guarded(
  ({ url }) => kinds[kindAt(url)].import,
  async ({ form, url, api }) => {
    const step: Step = form.get('step') === 'check' ? 'check' : 'commit'
    const nothing: Answered = { step, result: null, problem: null, failure: null }
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0)
      return data<Answered>({ ...nothing, problem: { code: 'empty_file', details: {} } }, { status: 422 })
    const tenant = String(form.get('tenant') ?? '')
    const read = oneByte.safeParse(form.get('encoding'))
    try {
      const result = await api.call('POST', listImportPaths[kindAt(url)], {
        raw: new Uint8Array(await file.arrayBuffer()),
        query: {
          step,
          ...(tenant !== '' && { tenant }),
          ...(read.success && { encoding: read.data }),
        },
        schema: listImportAnswer,
        timeLimitMs: PATIENCE_MS,
      })
      return data<Answered>({ ...nothing, result })
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'problem' && [413, 422].includes(error.status))
        return data<Answered>(
          { ...nothing, problem: { code: error.code, details: error.details } },
          { status: error.status },
        )
      const failure = failureOf(error, [401, 403, 404])
      return data<Answered>({ ...nothing, failure }, { status: failure.status })
    }
  },
  { maxBodyBytes: MAX_LIST_BYTES + 64 * 1024 },
)

/** Those that a file may be for; empty where there is one. */
async function tenantsOf({ api, can }: GuardedContext): Promise<{ value: string; label: string }[]> {
  if (!can('tenant::list')) return []
  const { rows } = await firstByName(api, tenantsContract, MOST_TENANTS, ['name'])
  return rows.length < 2 ? [] : rows.map(({ _id, name }) => ({ value: _id, label: name }))
}

export default function ExclusionImportPage() {
  const { kind, title, tenants } = useLoaded<typeof loader>()
  const answered = useAnswer<Answered>()
  const { t, format, can } = useShell()
  const help = t(`exclusion-import:help.${kind}`, { rows: format.number(MAX_LIST_ROWS) })
  const problem = answered?.problem
  const error = problem
    ? t([`imports:refusals.${problem.code}`, 'imports:refusals.other'], problem.details)
    : undefined
  const choices =
    problem?.code === 'encoding_unclear' ? (readings.safeParse(problem.details.readings).data ?? []) : []
  return (
    <>
      <PageHeader
        title={title}
        commands={<LinkButton href={kinds[kind].list}>{t('imports:to_list')}</LinkButton>}
      />
      {answered?.failure ? <FailureNote method="POST" failure={answered.failure} retry="" /> : null}
      {answered?.result ? <Result result={answered.result} step={answered.step} /> : null}
      {can(kinds[kind].import) ? (
        <form method="post" encType="multipart/form-data" className="form">
          {tenants.length > 0 ? (
            <Field id="tenant" label={t('exclusion-import:tenant')}>
              <Select id="tenant" name="tenant" options={tenants} />
            </Field>
          ) : null}
          <Field id="file" label={t('imports:file')} help={help} error={error}>
            <input
              type="file"
              name="file"
              required
              accept=".csv,.txt,text/csv,text/plain"
              className="file-input"
              {...describe({ id: 'file', help, error })}
            />
          </Field>
          {choices.length > 0 ? (
            <FieldSet id="encoding" label={t('exclusion-import:letters')}>
              {choices.map(({ encoding, samples }) => (
                <Check
                  key={encoding}
                  type="radio"
                  name="encoding"
                  value={encoding}
                  required
                  label={`${samples.join(' · ')} (${encoding})`}
                />
              ))}
            </FieldSet>
          ) : null}
          <FormActions>
            <Button type="submit" tone="primary" icon="upload">
              {t('exclusion-import:send')}
            </Button>
            <Button type="submit" name="step" value="check">
              {t('exclusion-import:check')}
            </Button>
          </FormActions>
        </form>
      ) : (
        <Alert tone="info" title={t('imports:not_yours')} />
      )}
    </>
  )
}

/** Before all else whom the file does not keep out, then what it did. */
function Result({ result, step }: { result: ListImportAnswer; step: Step }) {
  const { t, format } = useShell()
  const isOpen = result.not_kept_out > 0
  const counts = ['lines', 'added', 'changed', 'unchanged', 'cancelled', 'wrong', 'warnings'] as const
  return (
    <>
      {isOpen ? (
        <Alert
          tone="bad"
          title={t(`exclusion-import:not_kept_out.${step}`, {
            count: result.not_kept_out,
            number: format.number(result.not_kept_out),
          })}
        >
          <p>{t('exclusion-import:not_kept_out.way_out')}</p>
        </Alert>
      ) : null}
      <Alert
        tone={isOpen || step === 'check' ? 'info' : 'good'}
        title={t(
          step === 'check'
            ? 'exclusion-import:checked'
            : result.wrong > 0
              ? 'exclusion-import:partly'
              : 'exclusion-import:taken',
        )}
      />
      <Facts
        items={counts.flatMap(name => {
          const value = result[name]
          return value === null
            ? []
            : [{ key: name, label: t(`exclusion-import:counts.${name}`), value: format.number(value) }]
        })}
      />
      <Lines
        title={t('exclusion-import:wrong_lines')}
        lines={result.wrong_lines.map(({ line, code }) => ({
          line,
          problem: t(`exclusion-import:wrong.${code}`),
        }))}
        count={result.wrong}
      />
      <Lines
        title={t('exclusion-import:warning_lines')}
        lines={result.warning_lines.map(({ line, code }) => ({
          line,
          problem: t(`exclusion-import:warning.${code}`),
        }))}
        count={result.warnings}
      />
    </>
  )
}

interface LinesProps {
  title: string
  lines: readonly { line: number; problem: string }[]
  /** The number of all lines; only the first ones are listed. */
  count: number
}

function Lines({ title, lines, count }: LinesProps) {
  const { t, format } = useShell()
  if (lines.length === 0) return null
  const rest = count - lines.length
  return (
    <Section title={title}>
      <ul>
        {lines.map(({ line, problem }, index) => (
          <li key={index}>{t('exclusion-import:line', { line: format.number(line), problem })}</li>
        ))}
      </ul>
      {rest > 0 ? <p>{t('exclusion-import:more', { count: rest, number: format.number(rest) })}</p> : null}
    </Section>
  )
}

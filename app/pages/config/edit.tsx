/** Setting and taking back: one field a setting, empty means inherited. Nothing typed is lost, not even to somebody who saved first. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { config as configShape, type Config } from '../../../backend/config/config.contract'
import type { Setting } from '../../../backend/config/setting.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/failure.server'
import { FailureNote } from '../../engine/failure-note'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { configAt, crumbsFor, mayChange, readConfig, titleFor } from './config-at.server'
import { ConflictChoice } from './conflict-choice'
import { ReasonField } from './reason-field'
import { controlId, SettingField } from './setting-field'
import { groupName, settingName } from './setting-text'
import {
  bySetting,
  formGroups,
  reasonFrom,
  typedFrom,
  typedOf,
  wireValues,
  type SettingProblems,
  type TypedSettings,
} from './typed-settings'

interface State {
  config: Config
  typed: TypedSettings
  problems: SettingProblems
  failure: Failure | null
  conflict: boolean
  key: string
  reason: string
}
interface Loaded extends State {
  title: string
  crumbs: Record<string, string>
  here: string
}

export const loader = guarded(mayChange, async ({ request, api, params, t, locale }) => {
  const at = configAt(params)
  const config = await readConfig(api, at)
  const typed = typedOf(config, locale)
  // What is to be taken back comes emptied: the reason is still to be given.
  const emptied = new URL(request.url).searchParams.get('take_back') ?? ''
  if (emptied in typed) typed[emptied] = ''
  if (config.archived) throw redirect(at.href)
  return {
    title: t('config:edit_title', { title: titleFor(t, config) }),
    crumbs: crumbsFor(config),
    here: at.href,
    config,
    typed,
    problems: {},
    failure: null,
    conflict: false,
    key: randomUUID(),
    reason: '',
  } satisfies Loaded
})

export const action = guarded(
  mayChange,
  async ({ api, params, form, t, toast, locale }) => {
    const at = configAt(params)
    const config = await readConfig(api, at)
    const typed = typedFrom(config, form, locale)
    const { values, problems } = wireValues(config, typed, form, locale)
    const reason = reasonFrom(form)
    const sent = String(form.get('idempotency_key') ?? '')
    const key = /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID()
    const version = /^\d{1,9}$/.test(String(form.get('version'))) ? Number(form.get('version')) : -1
    const refused = (status: number, more: Partial<State>) =>
      data(
        {
          config: { ...config, version },
          typed,
          problems: {},
          failure: null,
          conflict: false,
          key: randomUUID(),
          reason,
          ...more,
        } satisfies State,
        { status },
      )
    if (Object.keys(problems).length > 0) return refused(422, { problems })
    try {
      await api.call('PUT', at.path, {
        body: { version: Math.max(0, version), values, ...(reason && { reason }) },
        schema: z.unknown(),
        idempotencyKey: key,
      })
      await toast('good', t('config:saved'))
      return redirect(at.href, 303)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        const current = configShape.safeParse(error.details.current)
        if (current.success) return refused(409, { config: current.data, conflict: true })
      }
      const failure = failureOf(error)
      const found = bySetting(config, failure.fields, locale)
      // After a lost answer the same key goes out again: had the first try worked, repeating it changes nothing.
      return refused(failure.status, {
        problems: found,
        failure: Object.keys(found).length > 0 ? null : failure,
        ...(failure.unknown && { key }),
      })
    }
  },
  { keepsAnswer: true },
)

export default function EditConfigPage() {
  const loaded = useLoaderData() as Loaded
  const answered = useAnswer<State>()
  const { config, typed, problems, failure, conflict, key, reason } = answered ?? loaded
  const { t } = useShell()
  const groups = formGroups(config)
  const errors = Object.entries(problems).flatMap(([name, found]) =>
    found.map(({ code, params }) => ({
      id: name === 'reason' ? name : controlId(name),
      text: `${name === 'reason' ? t('engine:form.reason') : settingName(t, config.kind, name)}: ${t([`errors:fields.${code}`, 'errors:fields.invalid'], params)}`,
    })),
  )
  return (
    <>
      <PageHeader title={loaded.title} />
      <p className="prose-width mb-3">
        {t(config.kind === 'fraud' ? 'fraud:edit_about' : 'config:edit_about')}
      </p>
      <form method="post" action={`${loaded.here}/edit`} className="form" noValidate>
        <input type="hidden" name="idempotency_key" value={key} />
        <input type="hidden" name="version" value={config.version} />
        <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
        {failure ? <FailureNote failure={failure} retry={failure.unknown ? loaded.here : undefined} /> : null}
        {conflict ? (
          <>
            <Alert tone="warn" title={t('engine:conflict.title')}>
              <p>{t('engine:conflict.text')}</p>
            </Alert>
            <ConflictChoice config={config} typed={typed} />
          </>
        ) : null}
        {groups.map(([group, settings]) => (
          <fieldset key={group} className="form-section">
            <legend>{groupName(t, config.kind, group)}</legend>
            {settings.map((setting: Setting) => (
              <SettingField
                key={setting.key}
                setting={setting}
                config={config}
                typed={typed[setting.key] ?? ''}
                problems={problems[setting.key] ?? []}
              />
            ))}
          </fieldset>
        ))}
        <ReasonField kind={config.kind} typed={reason} problems={problems.reason ?? []} />
        <FormActions>
          <Button tone="primary">{t('config:save')}</Button>
          <LinkButton href={loaded.here}>{t('engine:form.cancel')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}

/** Bringing an earlier version back, or taking everything back: what that would change now, then the button. */
import { data, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  configAnswer,
  configKinds,
  restorePreview,
  type Config,
  type SettingChange,
} from '../../../backend/config/config.contract'
import { takesReason } from '../../../backend/config/setting.contract'
import type { FieldProblem } from '../../../backend/contract/problem'
import { useAnswer, useShell } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/failure.server'
import { FailureNote } from '../../engine/failure-note'
import { notFound } from '../../engine/resource-at.server'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { configAt, crumbsFor, mayChange, readConfig, titleFor } from './config-at.server'
import { ReasonField } from './reason-field'
import { reasonFrom } from './typed-settings'
import { Changes } from './version-list'

interface Answered {
  failure: Failure | null
  reason: string
  problems: FieldProblem[]
}
interface Loaded {
  title: string
  crumbs: Record<string, string>
  config: Config
  restore: number
  changes: SettingChange[]
  here: string
}

function versionOf({ version }: RouteArgs['params']): number {
  if (version === undefined || !/^\d{1,9}$/.test(version)) throw notFound()
  return Number(version)
}

export const loader = guarded(mayChange, async ({ api, params, t }) => {
  const restore = versionOf(params)
  const at = configAt(params)
  const [config, preview] = await Promise.all([
    readConfig(api, at),
    api.call('GET', `${at.path}/restore/${restore}`, { schema: restorePreview }),
  ])
  const what =
    restore === 0
      ? t(config.kind === 'fraud' ? 'fraud:back_to_defaults' : 'config:restore.all')
      : t('config:restore.named', { version: restore })
  return {
    title: `${what}: ${titleFor(t, config)}`,
    crumbs: { ...crumbsFor(config), restore: t('config:restore.crumb') },
    config,
    restore,
    changes: preview.changes,
    here: at.href,
  } satisfies Loaded
})

export const action = guarded(
  mayChange,
  async ({ api, params, form, t, toast }) => {
    const at = configAt(params)
    const restore = versionOf(params)
    const version = Number(form.get('version'))
    const reason = reasonFrom(form)
    try {
      await api.call('POST', `${at.path}/restore`, {
        body: { version: Number.isInteger(version) ? version : -1, restore, ...(reason && { reason }) },
        schema: configAnswer,
      })
      await toast('good', t('config:restore.done'))
      return redirect(at.href, 303)
    } catch (error) {
      const failure = failureOf(error)
      return data(
        {
          failure: failure.fields.reason ? null : failure,
          reason,
          problems: failure.fields.reason ?? [],
        } satisfies Answered,
        { status: failure.status },
      )
    }
  },
  { keepsAnswer: true },
)

export default function RestorePage() {
  const { title, config, restore, changes, here } = useLoaderData() as Loaded
  const answered = useAnswer<Answered>()
  const { t } = useShell()
  const problems = answered?.problems ?? []
  return (
    <>
      <PageHeader title={title} />
      {answered?.failure ? (
        <FailureNote failure={answered.failure} retry={`${here}/restore/${restore}`} />
      ) : null}
      <p className="prose-width mb-2">
        {changes.length === 0
          ? t('config:restore.nothing')
          : t('config:restore.effect', { count: changes.length })}
      </p>
      <Changes config={config} changes={changes} caption={title} />
      {changes.length === 0 || config.archived ? (
        <LinkButton href={here}>{t('config:restore.back')}</LinkButton>
      ) : (
        <form method="post" action={`${here}/restore/${restore}`} className="form no-print" noValidate>
          <input type="hidden" name="version" value={config.version} />
          <ErrorSummary
            title={t('engine:form.problems', { count: problems.length })}
            errors={problems.map(({ code, params }) => ({
              id: 'reason',
              text: `${t('engine:form.reason')}: ${t([`errors:fields.${code}`, 'errors:fields.invalid'], params)}`,
            }))}
          />
          {takesReason(
            configKinds[config.kind].catalogue,
            changes.map(({ key }) => key),
          ) ? (
            <ReasonField kind={config.kind} typed={answered?.reason ?? ''} problems={problems} always />
          ) : null}
          <FormActions>
            <LinkButton href={here} autoFocus={problems.length === 0}>
              {t('engine:form.cancel')}
            </LinkButton>
            <Button tone={restore === 0 ? 'danger' : 'primary'}>
              {restore > 0
                ? t('config:restore.button', { version: restore })
                : t(config.kind === 'fraud' ? 'fraud:back_to_defaults' : 'config:restore.all')}
            </Button>
          </FormActions>
        </form>
      )}
    </>
  )
}

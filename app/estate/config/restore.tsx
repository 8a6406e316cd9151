/** Bringing an earlier version back, or taking everything back: what that would change now, then the button. */
import {
  configAnswer,
  configKinds,
  isFlat,
  restorePreview,
  type SettingChange,
} from '../../../backend/platform/layered-settings/config.contract'
import { takesReason } from '../../../backend/platform/layered-settings/setting.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { notFound } from '../../engine/data/resource-at.server'
import { namedProblem } from '../../engine/render/labels'
import { guarded, type RouteArgs } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { configAt, crumbsFor, mayChange, readConfig, titleFor } from './config-at.server'
import { ReasonField } from './reason-field'
import type { ShownConfig } from './setting-text'
import { Changes } from './version-list'

interface Restoring {
  config: ShownConfig
  restore: number
  changes: SettingChange[]
}
function versionOf({ version }: RouteArgs['params']): number {
  if (version === undefined || !/^\d{1,9}$/.test(version)) throw notFound()
  return Number(version)
}

const restoreForm = formPage<Restoring>({
  read: async ({ api, params }) => {
    const restore = versionOf(params)
    const at = configAt(params)
    const [config, { changes }] = await Promise.all([
      readConfig(api, at),
      api.call('GET', `${at.path}/restore/${restore}`, { schema: restorePreview }),
    ])
    return { config, restore, changes }
  },
  version: ({ config }) => config.version,
  typed: () => ({ reason: '' }),
  // Somebody else's newer values are in the table above the form, which is read anew.
  standing: () => ({}),
  send: async ({ api, params, t }, { now: { restore }, typed, version, key }) => {
    const at = configAt(params)
    const reason = typed.reason?.trim()
    await api.call('POST', `${at.path}/restore`, {
      body: { version, restore, ...(reason && { reason }) },
      schema: configAnswer,
      idempotencyKey: key,
    })
    return { to: at.href, message: t('config:restore.done') }
  },
})

export const loader = guarded(mayChange, async context => {
  const { t, params } = context
  const { now, form } = await restoreForm.load(context)
  const { config, restore } = now
  const what =
    restore === 0
      ? t(isFlat(config.kind) ? 'fraud:back_to_defaults' : 'config:restore.all')
      : t('config:restore.named', { version: restore })
  return {
    title: `${what}: ${titleFor(t, config)}`,
    crumbs: { ...crumbsFor(t, config), restore: t('config:restore.crumb') },
    here: configAt(params).href,
    ...now,
    form,
  }
})

export const action = guarded(mayChange, restoreForm.perform, { keepsAnswer: true })

export default function RestorePage() {
  const { title, config, restore, changes, here, ...loaded } = useLoaded<typeof loader>()
  const form = useAnswer<PageForm>() ?? loaded.form
  const { t } = useShell()
  const problems = form.problems.reason ?? []
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width mb-2">
        {changes.length === 0
          ? t('config:restore.nothing')
          : t('config:restore.effect', { count: changes.length })}
      </p>
      <Changes config={config} changes={changes} caption={title} />
      {changes.length === 0 || config.archived ? (
        <LinkButton href={here}>{t('config:restore.back')}</LinkButton>
      ) : (
        <FormFrame
          form={form}
          action={`${here}/restore/${restore}`}
          back={here}
          danger={restore === 0}
          submit={
            restore > 0
              ? t('config:restore.button', { version: restore })
              : t(isFlat(config.kind) ? 'fraud:back_to_defaults' : 'config:restore.all')
          }
          errors={problems.map(problem => ({
            id: 'reason',
            text: namedProblem(t, t('engine:form.reason'), problem),
          }))}
          rivals={[]}
        >
          {takesReason(
            configKinds[config.kind].catalogue,
            changes.map(({ key }) => key),
          ) ? (
            <ReasonField kind={config.kind} typed={form.typed.reason ?? ''} problems={problems} always />
          ) : null}
        </FormFrame>
      )}
    </>
  )
}

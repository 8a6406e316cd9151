/**
 * Setting and taking back: one field a setting, empty means inherited. Nothing typed is lost, not even to somebody who
 * saved first.
 */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { isFlat, isGeneral } from '../../../backend/platform/layered-settings/config.contract'
import type { Setting } from '../../../backend/platform/layered-settings/setting.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { namedProblem } from '../../engine/render/labels'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { configAt, crumbsFor, mayChange, readConfig, titleFor } from './config-at.server'
import { ReasonField } from './reason-field'
import { controlId, SettingField } from './setting-field'
import { groupName, settingName, type ShownConfig } from './setting-text'
import { bySetting, formGroups, secretsIn, typedOf, wireValues } from './typed-settings'

const settingsForm = formPage<ShownConfig>({
  read: async ({ api, params }) => {
    const at = configAt(params)
    const config = await readConfig(api, at)
    if (config.archived) throw redirect(at.href)
    return config
  },
  version: config => config.version,
  typed: (config, { locale, url }) => {
    const typed = typedOf(config, locale)
    // A setting that is to be reset comes emptied, and the reason is still missing.
    const emptied = url.searchParams.get('take_back') ?? ''
    if (emptied in typed) typed[emptied] = ''
    return { ...typed, reason: '' }
  },
  standing: (config, { locale }) => {
    const secret = new Set(secretsIn(config))
    return Object.fromEntries(Object.entries(typedOf(config, locale)).filter(([key]) => !secret.has(key)))
  },
  secrets: secretsIn,
  problemsOf: (found, config, { locale }) => bySetting(config, found, locale),
  send: async ({ api, params, t, locale }, { now: config, typed, version, key, form }) => {
    const at = configAt(params)
    const { values, problems } = wireValues(config, typed, form, locale)
    if (Object.keys(problems).length > 0) return { problems }
    const reason = typed.reason?.trim()
    await api.call('PUT', at.path, {
      body: { version, values, ...(reason && { reason }) },
      schema: z.unknown(),
      idempotencyKey: key,
    })
    return { to: at.href, message: t('config:saved') }
  },
})

export const loader = guarded(mayChange, async context => {
  const { now: config, form } = await settingsForm.load(context)
  return {
    title: context.t('config:edit_title', { title: titleFor(context.t, config) }),
    crumbs: crumbsFor(context.t, config),
    here: configAt(context.params).href,
    config,
    form,
  }
})

export const action = guarded(mayChange, settingsForm.perform, { keepsAnswer: true })

export default function EditConfigPage() {
  const { title, here, config, ...loaded } = useLoaded<typeof loader>()
  const form = useAnswer<PageForm>() ?? loaded.form
  const { t } = useShell()
  const nameOf = (key: string) =>
    key === 'reason' ? t('engine:form.reason') : settingName(t, config.kind, key)
  const errors = Object.entries(form.problems).flatMap(([name, found]) =>
    found.map(problem => ({
      id: name === 'reason' ? name : controlId(name),
      text: namedProblem(t, nameOf(name), problem),
    })),
  )
  const words =
    ({ kind }: Setting) =>
    (text: string) =>
      text === ''
        ? t('config:inherited_value')
        : kind === 'flag'
          ? t(text === '1' ? 'config:yes' : 'config:no')
          : text
  const groups = formGroups(config)
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width mb-3">
        {t(
          isFlat(config.kind)
            ? 'fraud:edit_about'
            : isGeneral(config.kind)
              ? 'general-settings:edit_about'
              : 'config:edit_about',
        )}
      </p>
      <FormFrame
        form={form}
        action={`${here}/edit`}
        back={here}
        submit={t('config:save')}
        errors={errors}
        rivals={groups.flatMap(([, settings]) =>
          settings.map(setting => ({
            name: setting.key,
            label: nameOf(setting.key),
            words: words(setting),
          })),
        )}
      >
        {groups.map(([group, settings]) => (
          <fieldset key={group} className="form-section">
            <legend>{groupName(t, config.kind, group)}</legend>
            {settings.map(setting => (
              <SettingField
                key={setting.key}
                setting={setting}
                config={config}
                typed={form.typed[setting.key] ?? ''}
                problems={form.problems[setting.key] ?? []}
              />
            ))}
          </fieldset>
        ))}
        <ReasonField
          kind={config.kind}
          typed={form.typed.reason ?? ''}
          problems={form.problems.reason ?? []}
        />
      </FormFrame>
    </>
  )
}

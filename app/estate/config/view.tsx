/**
 * The settings of a tenant, location, SMIB, slot or fraud detector: what counts and why, who set it, and the way back.
 */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { configKinds, isFlat, isGeneral } from '../../../backend/platform/layered-settings/config.contract'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { failed, type Failure } from '../../engine/data/failure.server'
import { FailureNote } from '../../engine/components/failure-note'
import { demandField } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader, TwoColumns } from '../../ui/page'
import { SmibNote } from './smib-note'
import {
  configAt,
  crumbsFor,
  mayChange,
  mayRead,
  readConfig,
  readVersions,
  titleFor,
} from './config-at.server'
import { AskSmib } from './ask-smib'
import { SidePanel } from './side-panel'
import { SettingsTables } from './settings-table'
import { VersionList } from './version-list'

export const loader = guarded(mayRead, async ({ api, params, t }) => {
  const at = configAt(params)
  const [config, versions] = await Promise.all([readConfig(api, at), readVersions(api, at)])
  return {
    title: titleFor(t, config),
    crumbs: crumbsFor(t, config),
    config,
    versions,
    here: at.href,
  }
})

/** One own value is taken back: what is inherited counts again. */
export const action = guarded(
  mayChange,
  async ({ api, params, form, t, toast }) => {
    demandField(form, ['take_back'])
    const at = configAt(params)
    const key = String(form.get('take_back') ?? '')
    const version = Number(form.get('version'))
    try {
      await api.call('PUT', at.path, {
        body: { version: Number.isInteger(version) ? version : -1, values: { [key]: null } },
        schema: z.unknown(),
      })
      await toast('good', t(isFlat(at.kind) ? 'fraud:cleared' : 'config:taken_back'))
      return redirect(at.href, 303)
    } catch (error) {
      return failed(error)
    }
  },
  { keepsAnswer: true },
)

export default function ConfigPage() {
  const { title, config, versions, here } = useLoaded<typeof loader>()
  const answered = useAnswer<{ failure: Failure }>()
  const { t, can, user } = useShell()
  const editable = can(configKinds[config.kind].update) && !config.archived
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            {editable ? (
              <LinkButton href={`${here}/edit`} tone="primary">
                {t('config:edit')}
              </LinkButton>
            ) : null}
            <SidePanel config={config} />
            {editable && config.version > 0 ? (
              <LinkButton href={`${here}/restore/0`} tone="danger">
                {t(isFlat(config.kind) ? 'fraud:back_to_defaults' : 'config:restore.all')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {answered ? <FailureNote method="POST" failure={answered.failure} retry={here} /> : null}
      {config.archived ? <Alert tone="warn" className="mb-2" title={t('config:archived')} /> : null}
      {config.kind === 'fraud' ? <p className="prose-width">{t('fraud:about')}</p> : null}
      {config.kind === 'payments' ? <p className="prose-width">{t('payment-settings:about')}</p> : null}
      {isGeneral(config.kind) ? (
        <p className="prose-width mb-2">
          {t(user?.tenantId === SYSTEM_TENANT ? 'general-settings:about' : 'general-settings:about_own')}
        </p>
      ) : null}
      {config.kind === 'slot' ? <AskSmib config={config} /> : null}
      {config.board ? <SmibNote board={config.board} /> : null}
      <TwoColumns
        main={<SettingsTables config={config} here={here} editable={editable} />}
        side={<VersionList config={config} versions={versions} here={here} editable={editable} />}
      />
    </>
  )
}

/**
 * Compares the SMIB's answer about its slot's SAS configuration with the database. SMIBs fetch questions, so an
 * answer takes a moment.
 */
import { redirect } from '@remix-run/node'
import {
  sasConfigAnswer,
  sasOrderAnswer,
  sasSource,
  type SasQuestion,
} from '../../../backend/estate/config/sas-config.contract'
import { configKinds, type Config } from '../../../backend/platform/layered-settings/config.contract'
import { settingsOf, type Setting } from '../../../backend/platform/layered-settings/setting.contract'
import { useShell, useShown } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { idOf } from '../../engine/data/resource-at.server'
import { formsOf, performOrder, type Answered } from '../../engine/form/orders.server'
import { guarded, type GuardedContext, type RouteArgs } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import { crumbsFor } from './config-at.server'
import { ReasonField } from './reason-field'
import { reasonFrom } from './typed-settings'
import { settingName, valueText } from './setting-text'

function sourceOf({ source }: RouteArgs['params']): string {
  const read = sasSource.safeParse(source)
  if (!read.success) throw redirect('/error/error-v1')
  return read.data
}
/** Read once, before any request. */
function sourceAt(params: RouteArgs['params']): { source: string; back: string; path: string } {
  const source = sourceOf(params)
  const id = idOf(params)
  return {
    source,
    back: `/config/slot/${id}`,
    path: `/api/configuration/v1/slot-sas-config/${id}/type/${source}`,
  }
}

async function load({ api, params, t }: GuardedContext, answered?: Answered) {
  const { source, back, path } = sourceAt(params)
  if (source === '1') throw redirect(back)
  const { config, question } = await api.call('GET', path, { schema: sasConfigAnswer })
  return {
    title: t('config:ask.title', { name: config.name }),
    crumbs: { ...crumbsFor(t, config), sas: t('config:ask.crumb') },
    config,
    question,
    source,
    here: `${back}/sas/${source}`,
    back,
    ...formsOf(answered),
  }
}

export const loader = guarded('slot::list', context => load(context))

export const action = guarded(
  { all: ['slot::list', 'smib::send_cmd'] },
  context => {
    const { source, back, path } = sourceAt(context.params)
    const reason = reasonFrom(context.form)
    return performOrder(context, 'ask', {
      path,
      body: reason ? { reason } : {},
      fields: ['reason'],
      schema: sasOrderAnswer,
      keyless: true,
      again: answered => load(context, answered),
      // What it answers stands on the page.
      done: () => ({ to: `${back}/sas/${source}` }),
    })
  },
  { keepsAnswer: true },
)

const marks = {
  queued: 'info',
  sent: 'info',
  done: 'good',
  refused: 'bad',
  no_answer: 'warn',
  cancelled: 'muted',
} as const

export default function SasPage() {
  const { title, config, question, source, here, back, answered } = useShown<typeof loader>()
  const { t, can, format, now } = useShell()
  const isPending = question?.state === 'queued' || question?.state === 'sent'
  const mayAsk =
    can('smib::send_cmd') &&
    (source === '3' || can('slot::update_config')) &&
    !config.archived &&
    config.smib !== null
  return (
    <>
      <PageHeader
        title={title}
        status={
          question ? (
            <Status mark={marks[question.state]}>{t(`config:ask.states.${question.state}`)}</Status>
          ) : undefined
        }
        commands={
          <>
            {isPending ? (
              <LinkButton href={here} icon="refresh" tone="primary">
                {t('config:ask.check_again')}
              </LinkButton>
            ) : null}
            <LinkButton href={back}>{t('config:ask.database')}</LinkButton>
          </>
        }
      />
      {answered?.failure ? <FailureNote method="POST" failure={answered.failure} retry={here} /> : null}
      <p className="prose-width">{t(source === '2' ? 'config:ask.saving' : 'config:ask.showing')}</p>
      {question ? (
        <p className="prose-width">
          {t('config:ask.asked_by', { name: question.asked_by })}{' '}
          <Time
            at={question.asked_at}
            text={format.age(question.asked_at, now)}
            exact={format.exact(question.asked_at)}
          />
          {question.answered_at !== null ? (
            <>
              {' · '}
              {t('config:ask.answered')}{' '}
              <Time
                at={question.answered_at}
                text={format.age(question.answered_at, now)}
                exact={format.exact(question.answered_at)}
              />
            </>
          ) : null}
          {question.answer_code ? (
            <>
              {' · '}
              <code>{question.answer_code}</code>
            </>
          ) : null}
        </p>
      ) : (
        <p className="prose-width">{t('config:ask.never')}</p>
      )}
      {isPending ? <p className="prose-width">{t('config:ask.pending')}</p> : null}
      {question && question.refused.length > 0 ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t('config:ask.refused', {
            names: format.list(question.refused.map(key => settingName(t, 'slot', key))),
          })}
        />
      ) : null}
      {question?.values ? <Answer config={config} values={question.values} /> : null}
      {mayAsk && !isPending ? (
        <form id="ask" method="post" action={here} className="form no-print" noValidate>
          <input type="hidden" name="intent" value="ask" />
          {source === '2' ? (
            <ReasonField
              kind="slot"
              typed={answered?.typed.reason ?? ''}
              problems={answered?.problems.reason ?? []}
              always
            />
          ) : null}
          <FormActions>
            <Button tone={question ? 'neutral' : 'primary'}>
              {t(question ? 'config:ask.again' : source === '2' ? 'config:ask.save' : 'config:ask.show')}
            </Button>
          </FormActions>
        </form>
      ) : null}
    </>
  )
}

/** Line by line; what differs says so in a word. */
function Answer({ config, values }: { config: Config; values: NonNullable<SasQuestion['values']> }) {
  const { t, format } = useShell()
  const words = { t, format, currency: config.currency }
  const settings: readonly Setting[] = settingsOf(configKinds.slot.catalogue)
  return (
    <DataTable
      caption={t('config:ask.caption')}
      columns={[
        { key: 'setting', label: t('config:columns.setting') },
        { key: 'board', label: t('config:ask.board_says'), rank: 2 },
        { key: 'database', label: t('config:ask.database_says') },
        { key: 'same', label: t('config:ask.compared'), rank: 3 },
      ]}
      rows={settings.map(setting => {
        const known = config.settings[setting.key]
        const reported = values[setting.key] ?? null
        // The SMIB's answer may have been stored, but the slot's registration is separate.
        const unlike = known?.inherited.has && reported !== null && reported !== known.inherited.value
        const mark =
          reported === null || !known?.has ? null : unlike && reported === known.value ? (
            <Status key="same" mark="warn">
              {t('config:ask.differs_from_record')}
            </Status>
          ) : reported === known.value ? (
            <Status key="same" mark="good">
              {t('config:ask.same')}
            </Status>
          ) : (
            <Status key="same" mark="warn">
              {t('config:ask.differs')}
            </Status>
          )
        return {
          key: setting.key,
          cells: [
            settingName(t, 'slot', setting.key),
            reported === null ? t('config:ask.not_told') : valueText(setting, reported, true, words),
            valueText(setting, known?.value ?? null, known?.has ?? false, words),
            mark,
          ],
        }
      })}
    />
  )
}

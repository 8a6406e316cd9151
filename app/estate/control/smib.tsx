/** Controls one SMIB: its modes, its slot, its warnings, its orders and its answers. */
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { CommandWatch } from '../../islands/command-watch-mark'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section, TwoColumns } from '../../ui/page'
import { Status } from '../../ui/status'
import { isOpen } from './command'
import { CommandTable } from './command-table'
import { SmibState } from './slot'
import { SmibFacts, Warnings } from './smib-facts'
import { SmibForms } from './smib-forms'
import { loadSmibControl, orderSmibControl, type SmibControl } from './smib.server'
import { SMIB_CONTROL } from './smib-steps'

export const loader = guarded('smib::list', context => loadSmibControl(context))
export const action = guarded('smib::list', orderSmibControl, { keepsAnswer: true })

export default function SmibControlPage() {
  const loaded = useLoaded<typeof loader>()
  const { title, control, key } = loaded
  const answered = useAnswer<SmibControl>()?.answered ?? loaded.answered
  const { t } = useShell()
  const { smib, commands } = control
  const here = `${SMIB_CONTROL}/${smib._id}`
  const open = commands.filter(isOpen)
  return (
    <>
      <PageHeader
        title={title}
        status={
          <>
            <SmibState state={smib.state} />
            {smib.archived_at === null ? null : <Status mark="muted">{t('engine:archived')}</Status>}
          </>
        }
        commands={
          <>
            <LinkButton href={here} icon="refresh">
              {t('control:check')}
            </LinkButton>
            <LinkButton href={`${resourcePaths.smibs}/${smib._id}`}>{t('smib-control:to_smib')}</LinkButton>
            <LinkButton href={SMIB_CONTROL}>{t('smib-control:other')}</LinkButton>
          </>
        }
      />
      {open.length > 0 ? (
        <CommandWatch t={t} href={`${here}/open.json`} open={open.map(command => command._id)} here={here} />
      ) : null}
      <Warnings warnings={control.warnings} />
      <TwoColumns
        main={<SmibFacts control={control} />}
        side={<SmibForms control={control} here={here} formKey={key} answered={answered} />}
      />
      <Section title={t('control:history')}>
        {commands.length > 0 ? (
          <>
            <CommandTable caption={t('control:history')} commands={commands} />
            <p className="no-print">
              <a className="link" href={`${here}/commands`}>
                {t('control:commands.all')}
              </a>
            </p>
          </>
        ) : (
          <EmptyState title={t('smib-control:none')} />
        )}
      </Section>
    </>
  )
}

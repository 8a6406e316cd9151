import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import type { ResourceName } from '../../addresses/names'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { CHOOSE } from '../definition/command-path'
import type { CommandData } from './command-page.server'
import { actionButton, actionEffect, actionNote } from '../render/labels'
import { commandSpec } from '../form/form'
import { FORM_ID, ResourceForm } from '../form/resource-form'
import { Notices } from '../components/list-notes'
import { ResourceTable } from '../components/resource-table'
import { UnclearChoice } from '../components/unclear-choice'
import type { Resource, ResourceAction } from '../definition/resource'

/** What will change, for how many, who is left out and why; then the button, where there is something to do. */
export function Command({ resource, data }: { resource: Resource; data: CommandData }) {
  const { t } = useShell()
  const action = resource.actions.find(one => one.name === data.action)
  if (!action) return null
  const { count, back, nothing, notices } = data
  const isPossible = count > 0 && !nothing
  if (data.isUnclear)
    return (
      <>
        <PageHeader title={data.title} />
        <UnclearChoice notices={notices} back={back} />
      </>
    )
  return (
    <>
      <PageHeader title={data.title} />
      <Notices notices={notices} />
      {data.changed ? <Alert tone="warn" className="mb-2" title={t('engine:command.changed')} /> : null}
      {nothing ? <Alert tone="warn" className="mb-2" title={t(`engine:command.${nothing}`)} /> : null}
      {isPossible ? <Concerned resource={resource} action={action} data={data} /> : null}
      {data.leftCount > 0 && !nothing ? <LeftOut resource={resource} data={data} /> : null}
      {isPossible ? (
        <ResourceForm
          spec={commandSpec(resource, action)}
          state={data.state}
          danger={action.tone === 'danger'}
          submit={actionButton(t, resource.name, action.name, count)}
          subject={Object.values(data.crumbs)[0]}
          cancelHref={back}
          checkHref={back}
        >
          <input type="hidden" name="expected" value={count} />
        </ResourceForm>
      ) : (
        <LinkButton href={back}>{t('engine:command.back')}</LinkButton>
      )}
    </>
  )
}

function Concerned({
  resource,
  action: { change },
  data,
}: {
  resource: Resource
  action: ResourceAction
  data: CommandData
}) {
  const { t } = useShell()
  const { count, rows, totals, notes, chosen } = data
  const caption = t('engine:command.affected', { count })
  const effect = <p className="prose-width mb-2">{actionEffect(t, resource.name, data.action)}</p>
  const Lead = resource.detail.lead
  if (data.record && Lead)
    return (
      <div className="mb-3">
        {effect}
        <Lead row={data.record} />
      </div>
    )
  return (
    <div className="mb-3">
      {effect}
      <p className="font-semibold">{caption}</p>
      <ResourceTable
        resource={resource}
        caption={caption}
        rows={rows}
        columns={resource.preview.columns}
        last={change && { label: t('engine:command.change'), rank: 3, cell: row => change.words(row, t) }}
      />
      <More count={count - rows.length} />
      {totals.length > 0 ? <p className="mt-1 font-semibold">{totals.join(', ')}</p> : null}
      <Holds data={data} />
      {notes.length > 0 ? (
        <Alert tone="warn" className="mt-2">
          <ul>
            {notes.map(({ note, count: some, leaveOut }) => (
              <li key={note}>
                <span>{actionNote(t, resource.name, note, some, count)}</span>
                {leaveOut ? (
                  <>
                    {' '}
                    <Choose at={leaveOut}>{t(`${resource.name}:leave_out.${note}`)}</Choose>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {chosen.map(({ note, count: some, takeIn }) => (
        <p key={note} className="mt-2">
          <Choose at={takeIn}>{t(`${resource.name}:take_in.${note}`, { count: some })}</Choose>
        </p>
      ))}
    </div>
  )
}

/** One row that cannot be done says why at once; of several, each in its row. */
function LeftOut({ resource, data }: { resource: Resource; data: CommandData }) {
  const { t } = useShell()
  const { left, reasons, leftCount, count } = data
  const caption = t('engine:command.skipped', { count: leftCount })
  if (count === 0 && leftCount === 1 && left[0])
    return (
      <Alert tone="warn" className="mb-3" title={t('engine:command.impossible')}>
        <p>{reasons[left[0]._id]}</p>
        <Holds data={data} />
      </Alert>
    )
  return (
    <div className="mb-3">
      <p className="font-semibold">{caption}</p>
      <ResourceTable
        resource={resource}
        caption={caption}
        rows={left}
        columns={resource.preview.columns.slice(0, 2)}
        last={{ label: t('engine:command.why'), rank: 3, cell: row => reasons[row._id] }}
      />
      <More count={leftCount - left.length} />
      {count === 0 ? <Holds data={data} /> : null}
    </div>
  )
}

/** The same page about other rows, with what was typed so far: a button of its form, which may stand below. */
const Choose = ({ at, children }: { at: string; children: ReactNode }) => (
  <button type="submit" form={FORM_ID} formAction={at} formNoValidate name={CHOOSE} className="link">
    {children}
  </button>
)

/** "5 locations, 94 slots" */
function Holds({ data: { holds } }: { data: Pick<CommandData, 'holds'> }) {
  const { t } = useShell()
  if (holds.length === 0) return null
  const words = ({ name, count }: { name: ResourceName; count: number }) => t(`${name}:counted`, { count })
  return (
    <p className="mt-1">
      {t('engine:command.holds')}{' '}
      {holds.map((one, index) => (
        <span key={one.name}>
          {index > 0 ? ', ' : null}
          {one.href ? (
            <a className="link" href={one.href}>
              {words(one)}
            </a>
          ) : (
            words(one)
          )}
        </span>
      ))}
    </p>
  )
}

function More({ count }: { count: number }) {
  const { t } = useShell()
  return count > 0 ? <p>{t('engine:command.more', { count })}</p> : null
}

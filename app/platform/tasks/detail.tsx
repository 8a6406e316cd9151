/** One task, its progress live; without JavaScript the link asks again. */
import type { ReactNode } from 'react'
import { z } from 'zod'
import { bulkContract } from '../../../backend/operations/bulk/bulk.contract'
import { tasksContract } from '../../../backend/platform/tasks/tasks.contract'
import { resourcePaths } from '../../addresses/names'
import { useShell, useLoaded } from '../../console/shell-context'
import { when } from '../../console/when'
import { idOf } from '../../engine/data/resource-at.server'
import { TaskProgress } from '../../islands/task-progress'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { bulkOf, isCancellable, markOf, stateWord, TASKS, taskTitle } from './task'

import { Reaggregated } from './reaggregated'
import { Subject } from './subject'
import { RecordLink } from '../../engine/components/record-link'

const answer = z.looseObject({ task: tasksContract.row })

export const loader = guarded(tasksContract.permissions.read, async ({ api, params, t }) => {
  const { task } = await api.call('GET', `/api/tasks/v1/task/${idOf(params)}`, { schema: answer })
  return { title: taskTitle(t, task), task }
})

export default function TaskPage() {
  const { title, task } = useLoaded<typeof loader>()
  const { t, locale, can, format } = useShell()
  const here = `${TASKS}/${task._id}`
  const isOpen = task.finished_at === null
  const bulk = can(bulkContract.permissions.read) ? bulkOf(task) : null
  const fact = (key: string, value: ReactNode, wide = false) => ({
    key,
    label: t(`tasks:fields.${key}`),
    value,
    wide,
  })
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={markOf(task)}>{stateWord(t, task)}</Status>}
        commands={
          <>
            {isOpen ? (
              <LinkButton href={here} icon="refresh">
                {t('tasks:refresh')}
              </LinkButton>
            ) : null}
            {isCancellable(task) && can('task_current::cancel') ? (
              <LinkButton href={`${here}/cancel`} tone="danger">
                {t('tasks:actions.cancel')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <Section title={t('tasks:fields.progress')}>
        <TaskProgress
          t={t}
          locale={locale}
          reload
          task={{ id: task._id, state: task.state, progress: task.progress, note: task.progress_note }}
          label={title}
        />
      </Section>
      <Subject task={task} />
      <Reaggregated task={task} />
      <Section title={t('tasks:facts')}>
        <Facts
          items={[
            fact(
              'tenant',
              task.tenant ? (
                <RecordLink to="tenants" id={task.tenant._id}>
                  {task.tenant.name}
                </RecordLink>
              ) : (
                t('tasks:system')
              ),
            ),
            fact('created_by', task.created_by === 'system' ? t('tasks:system') : task.created_by),
            fact('attempts', format.number(task.attempts)),
            fact('create_time', when(task.create_time, { format })),
            fact('started_at', when(task.started_at, { format })),
            fact('finished_at', when(task.finished_at, { format })),
            ...(bulk === null
              ? []
              : [
                  fact(
                    'bulk',
                    <a className="link" href={`${resourcePaths.bulk}/${bulk}`}>
                      {t('tasks:bulk')}
                    </a>,
                  ),
                ]),
            ...(task.error === null ? [] : [fact('error', <code>{task.error}</code>, true)]),
          ]}
        />
      </Section>
    </>
  )
}

/** Ending a task: what that means, then the button; the cursor stands on the way back. */
import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { currentTasksContract } from '../../../backend/tasks/tasks.contract'
import { useShell } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/failure.server'
import { FailureNote } from '../../engine/failure-note'
import { idOf } from '../../engine/resource-at.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { isCancellable, TASKS, taskTitle, type Task } from './task'

const answer = z.looseObject({ task: currentTasksContract.row })
const needs = {
  all: [currentTasksContract.permissions.list, currentTasksContract.actions.cancel.permission],
} as const

interface Loaded {
  title: string
  crumbs: Record<string, string>
  task: Task
  key: string
}

export const loader = guarded(needs, async ({ api, params, t }: GuardedContext) => {
  const { task } = await api.call('GET', `/api/tasks/v1/task/${idOf(params)}`, { schema: answer })
  const name = taskTitle(t, task)
  return {
    title: `${t('tasks:cancel.button')}: ${name}`,
    crumbs: { [task._id]: name },
    task,
    key: randomUUID(),
  } satisfies Loaded
})

/** A second press of the same button is the same cancel. */
export const action = guarded(needs, async ({ api, params, form, t, toast }) => {
  const id = idOf(params)
  const sent = String(form.get('idempotency_key') ?? '')
  try {
    const [result] = await api(currentTasksContract).act(
      'cancel',
      [id],
      {},
      { idempotencyKey: /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID() },
    )
    await (result?.outcome === 'done'
      ? toast('good', t('tasks:cancel.done'))
      : toast('warn', t([`tasks:skipped.${result?.reason}`, 'engine:skipped.other'])))
    return redirect(`${TASKS}/${id}`, 303)
  } catch (error) {
    return { failure: failureOf(error) }
  }
})

export default function CancelTaskPage() {
  const { title, task, key } = useLoaderData() as Loaded
  const answered = useActionData() as { failure: Failure } | undefined
  const { t } = useShell()
  const back = `${TASKS}/${task._id}`
  return (
    <>
      <PageHeader title={title} />
      {answered ? <FailureNote failure={answered.failure} retry={back} /> : null}
      {isCancellable(task) ? (
        <form method="post" action={`${back}/cancel`} className="form">
          <input type="hidden" name="idempotency_key" value={key} />
          <p className="prose-width">{t('tasks:cancel.effect')}</p>
          <div className="form-actions">
            <LinkButton href={back} autoFocus>
              {t('tasks:cancel.back')}
            </LinkButton>
            <Button tone="danger">{t('tasks:cancel.button')}</Button>
          </div>
        </form>
      ) : (
        <>
          <Alert
            tone="warn"
            className="mb-2"
            title={t(`tasks:skipped.${task.finished_at === null ? 'already_cancelled' : 'already_over'}`)}
          />
          <LinkButton href={back}>{t('tasks:cancel.back')}</LinkButton>
        </>
      )}
    </>
  )
}

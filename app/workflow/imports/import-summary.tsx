/** What was found and what happened, in figures and sentences. */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type { ReactNode } from 'react'
import { ROW_RETENTION_MS } from '../../../backend/workflow/imports/imports.contract'
import { currentTasksContract } from '../../../backend/platform/tasks/tasks.contract'
import { useShell } from '../../console/shell-context'
import { TaskProgress } from '../../islands/task-progress'
import { Alert } from '../../ui/alert'
import { Facts } from '../../ui/facts'
import { Section } from '../../ui/page'
import { Time } from '../../ui/time'
import { columnLabel, isWorking, type Import } from './importer'
import { ChooseReading, TimesHundred } from './readings'

export function ImportSummary({ found, formKey }: { found: Import; formKey: string }) {
  const { t, locale, format, can } = useShell()
  const { task, state, counts } = found
  return (
    <>
      {isWorking(found) && task ? (
        <Section title={t(`imports:working.${state}`)} className="mb-3">
          {task.state === 'queued' ? <p>{t('imports:waits')}</p> : null}
          <TaskProgress
            t={t}
            locale={locale}
            reload
            task={{ id: task._id, state: task.state, progress: task.progress, note: task.note }}
            label={t(`imports:working.${state}`)}
          />
        </Section>
      ) : null}
      {state === 'stopped' ? (
        <Alert tone="warn" className="mb-2" title={t(`imports:stopped.${found.stopped_in ?? 'check'}`)}>
          {task?.error ? (
            <p>
              {t('imports:stopped_by_error')}{' '}
              {can(currentTasksContract.permissions.read) ? (
                <a className="link" href={`/advanced/tasks/${task._id}`}>
                  {t('imports:stopped_why')}
                </a>
              ) : null}
            </p>
          ) : null}
        </Alert>
      ) : null}
      {state === 'checked' ? (
        <p className="prose-width mb-2">
          {t(
            counts.error === 0
              ? 'imports:verdict.good'
              : counts.ok === 0
                ? 'imports:verdict.bad'
                : 'imports:verdict.mixed',
            { good: format.number(counts.ok), wrong: format.number(counts.error) },
          )}
        </p>
      ) : null}
      {state === 'committed' && counts.error > 0 ? (
        <p className="prose-width mb-2">
          {t('imports:verdict.left', { count: counts.error, wrong: format.number(counts.error) })}
        </p>
      ) : null}
      {state === 'undone' && counts.skipped > 0 ? (
        <Alert
          tone="warn"
          className="mb-2"
          title={t('imports:verdict.not_undone', {
            count: counts.skipped,
            kept: format.number(counts.skipped),
          })}
        />
      ) : null}
      {state === 'discarded' ? (
        <Alert tone="muted" className="mb-2" title={t('imports:verdict.discarded')} />
      ) : null}
      {found.rows_removed_at !== null ? (
        <Alert
          tone="muted"
          className="mb-2"
          title={t('imports:kept_until.removed', {
            time: format.dateTime(found.rows_removed_at),
            days: ROW_RETENTION_MS / DAY_MS,
          })}
        />
      ) : null}
      {found.warnings.length > 0 ? (
        <Alert tone="warn" className="mb-2" title={t('imports:warned')}>
          <ul className="list-disc pl-5">
            {found.warnings.map(({ code, params }, index) => (
              <li key={index}>
                {t([`imports:warnings.${code}`, 'imports:warnings.other'], {
                  ...params,
                  code,
                  ...(code === 'low_percent' && {
                    column: columnLabel(t, String(params?.column)),
                    lines: params?.lines ?? '–',
                  }),
                })}
                {code === 'low_percent' && Number(params?.parts) > 0 && found.can.percents ? (
                  <TimesHundred found={found} params={params} formKey={formKey} />
                ) : null}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <ChooseReading found={found} formKey={formKey} />
      <ImportFacts found={found} />
    </>
  )
}

const delimiters: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

function ImportFacts({ found }: { found: Import }) {
  const { t, format } = useShell()
  const { counts, will } = found
  const when = (at: number) => <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />
  const fact = (key: string, value: ReactNode) => ({ key, label: t(`imports:fields.${key}`), value })
  const count = (key: string, value: number, always = false) =>
    always || value > 0 ? [fact(key, format.number(value))] : []
  const pending = counts.ok > 0 || found.state === 'checked'
  return (
    <Facts
      items={[
        ...count('rows', found.rows, true),
        ...count('will_create', will.create, pending),
        ...count('will_update', will.update, pending),
        ...count('unchanged', counts.unchanged, pending),
        ...count('errors', counts.error, pending),
        ...count('committed', counts.committed),
        ...count('undone', counts.undone),
        ...count('skipped', counts.skipped),
        fact('mode', t(`imports:mode.${found.mode}`)),
        fact(
          'read_as',
          `${found.encoding} · ${t(`imports:delimiters.${delimiters[found.delimiter] ?? 'other'}`)}`,
        ),
        fact('created_by', found.created_by),
        fact('created_at', when(found.created_at)),
        ...(found.committed_at === null ? [] : [fact('committed_at', when(found.committed_at))]),
        ...(found.undone_at === null ? [] : [fact('undone_at', when(found.undone_at))]),
        ...(found.rows_until === null || found.rows_removed_at !== null
          ? []
          : [fact('rows_until', when(found.rows_until))]),
      ]}
    />
  )
}

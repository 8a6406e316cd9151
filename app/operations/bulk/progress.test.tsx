import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { translator } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import { TaskProgress } from '../../islands/task-progress'

const said = (job: string | undefined, state: string, locale: Locale = 'en') =>
  / role="status">([^<]*)</.exec(
    renderToStaticMarkup(
      <TaskProgress
        t={translator(locale)}
        locale={locale}
        label="Lock 12 slots"
        job={job}
        task={{ id: 'a', state, progress: 5_000, note: '6 / 12' }}
      />,
    ),
  )?.[1]

describe('how far a task is', () => {
  it.each([
    [undefined, 'queued', 'Waiting 50% · 6 / 12'],
    ['queued', 'queued', 'Waiting 50% · 6 / 12'],
    ['running', 'queued', 'Waiting for the next wave 50% · 6 / 12'],
    ['running', 'running', 'Running 50% · 6 / 12'],
    ['stopping', 'queued', 'Stopping 50% · 6 / 12'],
    ['stopping', 'running', 'Stopping 50% · 6 / 12'],
  ])('of a job that is %s, while the task is %s: %s', (job, state, words) => {
    expect(said(job, state)).toBe(words)
  })

  it('says in Portuguese and Romanian, too, that a job is being stopped', () => {
    expect(said('stopping', 'queued', 'pt')).toMatch(/^A interromper 50/)
    expect(said('stopping', 'queued', 'ro')).toMatch(/^Se oprește 50/)
  })
})

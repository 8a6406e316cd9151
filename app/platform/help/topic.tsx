/** How one kind of work is done: four steps, what to do when it fails, and the pages it is done on. */
import { isTopic, HELP, topicOf } from '../../console/help-topics'
import { menuFor } from '../../console/menu'
import { PageList } from '../../console/page-list'
import { useShell, useLoaded } from '../../console/shell-context'
import { notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { PageHeader, Section } from '../../ui/page'
import { steps } from './help-search'

export const loader = guarded('signed-in', ({ params, t }) => {
  const topic = params.topic ?? ''
  if (!isTopic(topic)) throw notFound()
  return { title: t(`help:topics.${topic}.title`), topic }
})

export default function TopicPage() {
  const { title, topic } = useLoaded<typeof loader>()
  const { t, permissions } = useShell()
  const entries = menuFor(permissions).flatMap(section =>
    section.entries.filter(({ path }) => topicOf(path) === topic),
  )
  return (
    <>
      <PageHeader title={title} />
      <div className="help">
        <p className="help-what">{t(`help:topics.${topic}.what`)}</p>
        <Section title={t('help:steps')}>
          <ol>
            {steps.map(step => (
              <li key={step}>{t(`help:topics.${topic}.steps.${step}`)}</li>
            ))}
          </ol>
        </Section>
        <Section title={t('help:trouble')}>
          <p>{t(`help:topics.${topic}.trouble`)}</p>
        </Section>
        {entries.length > 0 && (
          <Section title={t('help:pages')} className="no-print">
            <div className="access">
              <PageList entries={entries} />
            </div>
          </Section>
        )}
        <a className="link no-print" href={HELP}>
          {t('help:all')}
        </a>
      </div>
    </>
  )
}

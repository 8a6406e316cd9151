/** The handbook: a page for each kind of work, and a search through them. */
import { HELP, topics } from '../../console/help-topics'
import { useShell, useLoaded } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { readWords } from '../../engine/address/notice'
import { foundByWords } from '../../i18n/found-words'
import { translator } from '../../i18n/i18n.server'
import { locales } from '../../i18n/locales'
import { guarded } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { Input } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { helpTexts } from './help-search'

const MAX_QUERY = 100

export const loader = guarded('signed-in', ({ url, t }) => {
  const { query, notices } = readWords(url.searchParams, MAX_QUERY)
  const found = foundByWords(topics, query, locales.map(translator), helpTexts).map(({ one }) => one)
  return { title: t('help:title'), query, notices, shown: query === '' ? topics : found }
})

export default function HelpPage() {
  const { title, query, notices, shown } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={notices} />
      <p className="prose-width mb-2">{t('help:about')}</p>
      <search>
        <form method="get" action={HELP} className="help-search">
          <Input
            type="search"
            name="query"
            defaultValue={query}
            maxLength={MAX_QUERY}
            aria-label={t('help:search')}
          />
          <Button>{t('help:find')}</Button>
        </form>
      </search>
      {shown.length === 0 ? (
        <EmptyState
          title={t('help:none')}
          action={
            <a className="btn" href={HELP}>
              {t('help:all')}
            </a>
          }
        >
          {t('help:none_what')}
        </EmptyState>
      ) : (
        <div className="access">
          <ul>
            {shown.map(topic => (
              <li key={topic}>
                <a href={`${HELP}/${topic}`}>{t(`help:topics.${topic}.title`)}</a>
                <p>{t(`help:topics.${topic}.what`)}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

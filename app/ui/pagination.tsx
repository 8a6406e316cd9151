import type { ReactNode } from 'react'

interface PaginationProps {
  /** 1 is the first page. */
  page: number
  pageCount: number
  /** There are more pages than were counted. */
  isOpenEnded?: boolean | undefined
  href: (page: number) => string
  words: { label: string; previous: string; next: string; page: (page: number) => string }
  /** "1–50 of 412" */
  summary?: ReactNode
  /** Page size choice or the like. */
  children?: ReactNode
}

/** Page links: first, last and the neighbours of the current one. */
export function Pagination({
  page,
  pageCount,
  isOpenEnded = false,
  href,
  words,
  summary,
  children,
}: PaginationProps) {
  const hasNext = page < pageCount || isOpenEnded
  const pages = [...pagesAround(page, pageCount), ...(isOpenEnded ? [null] : [])]
  return (
    <div className="pager">
      {summary && <p className="pager-summary">{summary}</p>}
      {(pageCount > 1 || hasNext) && (
        <nav aria-label={words.label}>
          <Step to={page > 1 ? href(page - 1) : null} icon="left" label={words.previous} rel="prev" />
          {pages.map((shown, index) =>
            shown === null ? (
              <span key={index} aria-hidden="true">
                …
              </span>
            ) : (
              <a
                key={index}
                href={href(shown)}
                aria-label={words.page(shown)}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </a>
            ),
          )}
          <Step to={hasNext ? href(page + 1) : null} icon="right" label={words.next} rel="next" />
        </nav>
      )}
      {children}
    </div>
  )
}

function Step({
  to,
  icon,
  label,
  rel,
}: {
  to: string | null
  icon: 'left' | 'right'
  label: string
  rel: string
}) {
  if (to === null) return <span className={`off caret ${icon}`} aria-hidden="true" />
  return <a className={`caret ${icon}`} href={to} rel={rel} aria-label={label} />
}

/** 1 … 4 5 6 … 9: null is a gap. A gap of one page shows that page instead. */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter(one => one >= 1 && one <= pageCount)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const before = pages[index - 1] ?? one - 1
    if (one - before === 1) return [one]
    return one - before === 2 ? [one - 1, one] : [null, one]
  })
}

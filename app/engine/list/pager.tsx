import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { pageSizes } from '../../console/shell-data'
import { Icon } from '../../ui/icon'
import { Menu, MenuButton } from '../../ui/menu'
import { Pagination, pagesAround } from '../../ui/pagination'

interface PagerProps {
  page: number
  rowsPerPage: number
  total: number
  capped?: boolean
  shown: number
  href: (page: number) => string
  /** Where the page size is chosen: a POST, because the choice is remembered. Without it, it is not chosen here. */
  sizeAction?: string
  /** The form whose ticked rows have to survive paging; `kept`: some are ticked already. */
  selection?: { form: string; kept: boolean }
}

/** Links, until a row is ticked: then submit buttons of the rows' form, so that the ticks come along without JavaScript. */
export function Pager({ page, rowsPerPage, total, capped, shown, href, sizeAction, selection }: PagerProps) {
  const { t, format, preferences } = useShell()
  const pageCount = Math.max(1, Math.ceil(total / rowsPerPage))
  const from = shown === 0 ? 0 : (page - 1) * rowsPerPage + 1
  const summary = t('engine:pager.summary', {
    from: format.number(from),
    to: format.number(from + shown - (shown === 0 ? 0 : 1)),
    total: format.count(total, capped),
  })
  const words = {
    label: t('engine:pager.label'),
    previous: t('engine:pager.previous'),
    next: t('engine:pager.next'),
    page: (one: number) => t('engine:pager.page', { page: one }),
  }
  const sizes =
    sizeAction === undefined ? null : (
      <form method="post" action={sizeAction} className="no-print">
        {preferences.rowsPerPage === null ? (
          <OpenSizes current={rowsPerPage} />
        ) : (
          <Menu label={t('engine:pager.size', { count: rowsPerPage })} align="end">
            {pageSizes.map(size => (
              <MenuButton key={size} name="rowsPerPage" value={size} current={size === rowsPerPage}>
                {t('engine:pager.size', { count: size })}
              </MenuButton>
            ))}
          </Menu>
        )}
      </form>
    )
  const kept = selection?.kept ?? false
  return (
    <>
      {kept ? null : (
        <div className={selection && 'group-has-[input:checked]/list:hidden'}>
          <Pagination page={page} pageCount={pageCount} href={href} words={words} summary={summary}>
            {sizes}
          </Pagination>
        </div>
      )}
      {selection && pageCount > 1 ? (
        <div className={kept ? undefined : 'hidden group-has-[input:checked]/list:block'}>
          <SubmitPages
            page={page}
            pageCount={pageCount}
            form={selection.form}
            summary={summary}
            words={words}
          />
        </div>
      ) : null}
    </>
  )
}

/** Until somebody has chosen, the sizes lie open: one press, and every list has it (ruling 42). */
function OpenSizes({ current }: { current: number }) {
  const { t } = useShell()
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true">{t('engine:pager.choose')}</span>
      <span className="join">
        {pageSizes.map(size => (
          <button
            key={size}
            type="submit"
            name="rowsPerPage"
            value={size}
            className="btn btn-sm join-item"
            aria-label={t('engine:pager.size', { count: size })}
            aria-current={size === current ? 'true' : undefined}
          >
            {size}
          </button>
        ))}
      </span>
    </div>
  )
}

interface SubmitPagesProps {
  page: number
  pageCount: number
  form: string
  summary: string
  words: { label: string; previous: string; next: string; page: (page: number) => string }
}

/** The same pages as buttons of the rows' form: what is ticked goes along. */
function SubmitPages({ page, pageCount, form, summary, words }: SubmitPagesProps) {
  const button = (to: number, children: ReactNode, label: string, current = false) => (
    <button
      type="submit"
      form={form}
      name={to === 1 ? undefined : 'page'}
      value={to}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      className={current ? 'btn btn-ghost btn-sm font-bold underline' : 'btn btn-ghost btn-sm'}
    >
      {children}
    </button>
  )
  return (
    <div className="pager">
      <p className="pager-summary">{summary}</p>
      <nav aria-label={words.label}>
        <ul>
          {page > 1 ? <li>{button(page - 1, <Icon name="left" />, words.previous)}</li> : null}
          {pagesAround(page, pageCount).map((one, index) => (
            <li key={index}>
              {one === null ? (
                <span aria-hidden="true">…</span>
              ) : (
                button(one, one, words.page(one), one === page)
              )}
            </li>
          ))}
          {page < pageCount ? <li>{button(page + 1, <Icon name="right" />, words.next)}</li> : null}
        </ul>
      </nav>
    </div>
  )
}

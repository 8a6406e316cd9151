import { useShell } from '../../console/shell-context'
import { pageSizes } from '../../console/shell-data'
import { Pagination } from '../../ui/pagination'

interface PagerProps {
  page: number
  rowsPerPage: number
  total: number
  capped?: boolean
  /** There is a page after each that is counted. */
  isOpenEnded?: boolean | undefined
  shown: number
  href: (page: number) => string
  /** Where the page size is chosen: a POST, because the choice is remembered. Without it, it is not chosen here. */
  sizeAction?: string
  /** The form whose ticked rows have to survive paging; `hasTicks`: some are ticked already. */
  selection?: { form: string; hasTicks: boolean }
}

/**
 * Links, until a row is ticked: then submit buttons of the rows' form, so that the ticks come along without JavaScript.
 * The sizes lie open (ruling 42): one press, and every list has it.
 */
export function Pager({
  page,
  rowsPerPage,
  total,
  capped,
  isOpenEnded,
  shown,
  href,
  sizeAction,
  selection,
}: PagerProps) {
  const { t, format } = useShell()
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
  const sizes = sizeAction === undefined ? null : <PageSizes rowsPerPage={rowsPerPage} action={sizeAction} />
  const isByButtons = selection?.hasTicks === true && pageCount > 1
  return (
    <>
      {isByButtons ? null : (
        <Pagination
          page={page}
          pageCount={pageCount}
          isOpenEnded={isOpenEnded}
          href={href}
          words={words}
          summary={summary}
        >
          {sizes}
        </Pagination>
      )}
      {selection && pageCount > 1 ? (
        <SubmitPages
          page={page}
          hasNext={page < pageCount || isOpenEnded === true}
          form={selection.form}
          summary={summary}
          words={words}
        />
      ) : null}
    </>
  )
}

export function PageSizes({ rowsPerPage, action }: { rowsPerPage: number; action: string }) {
  const { t } = useShell()
  return (
    <form method="post" action={action} className="pager-sizes no-print">
      <span aria-hidden="true">{t('engine:pager.choose')}</span>
      {pageSizes.map(size => (
        <button
          key={size}
          type="submit"
          name="rowsPerPage"
          value={size}
          aria-label={t('engine:pager.size', { count: size })}
          aria-current={size === rowsPerPage ? 'true' : undefined}
        >
          {size}
        </button>
      ))}
    </form>
  )
}

interface SubmitPagesProps {
  page: number
  hasNext: boolean
  form: string
  summary: string
  words: { label: string; previous: string; next: string }
}

/**
 * To the neighbouring pages by buttons of the rows' form: what is ticked goes along. They take the links' place once
 * something is ticked (list.css).
 */
function SubmitPages({ page, hasNext, form, summary, words }: SubmitPagesProps) {
  const button = (to: number, icon: 'left' | 'right', label: string) => (
    <button
      type="submit"
      form={form}
      name={to === 1 ? undefined : 'page'}
      value={to}
      aria-label={label}
      className={`btn btn-ghost caret ${icon}`}
    />
  )
  return (
    <nav className="pager pager-ticked" aria-label={words.label}>
      <p className="pager-summary">{summary}</p>
      {page > 1 ? button(page - 1, 'left', words.previous) : null}
      {hasNext ? button(page + 1, 'right', words.next) : null}
    </nav>
  )
}

/** What a share link shows to somebody without an account: the forms that its maker sees, or why there are none. */
import { data, redirect } from '@remix-run/node'
import type { HeadersFunction } from '@remix-run/node'
import type { OpenAnswer } from '../../../backend/accounting/share-links/share-links.contract'
import { InZone, useShell, useLoaded } from '../../console/shell-context'
import { isFetchedAhead } from '../../session/fetched-ahead.server'
import { demandNoOther } from '../../session/form.server'
import { open } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { isSealedWhole, ReportForms, ReportHead, titleOfReport } from '../fiscal-reports/form-parts'
import { languageOf, type FormShown } from '../fiscal-reports/fiscal.server'
import { kindOf } from '../fiscal-reports/form-kinds.server'
import { SealFacts } from '../seals/seal-facts'
import { looksAhead, pressedUntil } from './looks-ahead'
import { shownList, type ListShown } from './shared-list.server'
import { SharedRows } from './shared-rows'
import { opened, sharedHref } from './shared.server'

interface Loaded {
  title: string
  isForAnybody: true
  /** Of the tenant whose document it is. */
  appearance?: OpenAnswer['appearance']
  shown: Omit<OpenAnswer, 'forms' | 'list' | 'appearance'> | null
  report: { variant: 'takings' | 'jackpots'; forms: FormShown[]; isSealed: boolean } | null
  list: ListShown | null
  /** For a program that looks ahead: where a person's press goes. */
  pressAction?: string
  /** By what it is: a file, or `print`. */
  links: { name: string; href: string }[]
}

const REFERRER = 'Referrer-Policy'

/** The address holds the link: whoever is led on from here is not given it. */
export const headers: HeadersFunction = ({ loaderHeaders }) => ({
  [REFERRER]: loaderHeaders.get(REFERRER) ?? 'no-referrer',
})

/** Below the shared page: its print view is this page, too. */
const shownAt = ({ pathname }: URL): string => (pathname.endsWith('/print') ? '/print' : '')

export const loader = open(async context => {
  const { url, t, request } = context
  const shown = await opened(request, url, 'page')
  if (!shown || shown.state === 'superseded') {
    const title = t(shown ? 'shared:superseded' : 'shared:nothing')
    const nothing = { title, isForAnybody: true, shown, report: null, list: null, links: [] } satisfies Loaded
    return data<Loaded>(nothing, { status: shown ? 200 : 404 })
  }
  if (looksAhead(request)) {
    const title = t('shared:title')
    const ahead = {
      title,
      isForAnybody: true,
      shown: null,
      report: null,
      list: null,
      links: [],
    } satisfies Loaded
    // A browser shows what it fetched ahead to the person who then arrives, but of an error it requests it again.
    const status = isFetchedAhead(request) ? 503 : 200
    // A form of a page without any referrer says no origin, and is refused as one of another site.
    const own = { [REFERRER]: 'same-origin' }
    return data<Loaded>(
      { ...ahead, pressAction: sharedHref(url, shownAt(url), null) },
      { status, headers: own },
    )
  }
  const { forms, list, appearance, ...rest } = shown
  const rows = list && shownList(context, list)
  const [first] = forms?.documents ?? []
  return data<Loaded>({
    title: rows
      ? rows.title
      : forms && first
        ? titleOfReport(context, forms.variant, first)
        : t('shared:title'),
    list: rows,
    appearance,
    isForAnybody: true,
    shown: rest,
    report: forms && {
      variant: forms.variant,
      isSealed: isSealedWhole(forms.seals),
      forms: forms.documents.map((document, at) => ({
        document,
        form: kindOf[forms.variant].written(
          document,
          languageOf(context, document),
          forms.seals[at],
          publicAddress(url).origin,
        ),
      })),
    },
    links: [
      ...shown.files.map(name => ({ name, href: sharedHref(url, `/${name}`) })),
      ...(forms || list ? [{ name: 'print', href: sharedHref(url, '/print') }] : []),
    ],
  })
})

/** The press of somebody whose program is taken for one that looks ahead. */
export const action = open(({ url, form }) => {
  demandNoOther(form)
  return redirect(sharedHref(url, shownAt(url), pressedUntil(url)), {
    status: 303,
    headers: { [REFERRER]: 'no-referrer' },
  })
})

export default function SharedPage() {
  const { title, shown, report, list, links, pressAction } = useLoaded<typeof loader>()
  const { t } = useShell()
  if (pressAction)
    return (
      <>
        <PageHeader title={title} />
        <p className="prose-width mb-2">{t('shared:ahead')}</p>
        <form method="post" action={pressAction}>
          <Button tone="primary">{t('shared:read')}</Button>
        </form>
      </>
    )
  if (!shown || shown.state === 'superseded')
    return (
      <>
        <PageHeader title={title} />
        <Alert tone="warn">{t(shown ? 'shared:superseded_what' : 'shared:nothing_what')}</Alert>
      </>
    )
  const commands = links.map(({ name, href }) => (
    <LinkButton key={name} href={href} rel="nofollow">
      {name === 'print' ? t('engine:list.print') : name.toUpperCase()}
    </LinkButton>
  ))
  if (list)
    return (
      <InZone zone={list.time_zone}>
        <PageHeader title={title} commands={commands} />
        <SharedRows list={list} expiresAt={shown.expires_at} />
      </InZone>
    )
  const [first] = report?.forms ?? []
  return (
    <InZone zone={first?.document.time_zone ?? 'UTC'}>
      {report && first ? (
        <>
          <ReportHead
            title={title}
            document={first.document}
            isSealed={report.isSealed}
            commands={commands}
          />
          <SharedNote
            expiresAt={shown.expires_at}
            unsealedAt={report.isSealed ? null : first.document.made_at}
          />
          <ReportForms variant={report.variant} forms={report.forms} />
        </>
      ) : (
        <>
          <PageHeader title={title} commands={commands} />
          <SharedNote expiresAt={shown.expires_at} unsealedAt={null} />
          {shown.seal ? <SealFacts seal={shown.seal} /> : null}
        </>
      )}
    </InZone>
  )
}

/** Until when it can be read, and that a form may still change; the form itself says so on paper. */
function SharedNote({ expiresAt, unsealedAt }: { expiresAt: number; unsealedAt: number | null }) {
  const { t, format } = useShell()
  const until = t('shared:until', { time: format.exact(expiresAt) })
  return (
    <div className="no-print mb-2">
      {unsealedAt === null ? (
        <Alert tone="good" title={t('verify:states.genuine')}>
          {until}
        </Alert>
      ) : (
        <Alert tone="warn" title={t('shared:unsealed', { time: format.exact(unsealedAt) })}>
          {until}
        </Alert>
      )}
    </div>
  )
}

/**
 * Says what went wrong, what was saved, what to do, and the reference: in the reader's language, also when
 * nothing else could be loaded.
 */
import { isRouteErrorResponse } from '@remix-run/react'
import { LinkButton } from '../ui/button'
import { Facts } from '../ui/facts'
import { permissionWords } from '../i18n/permission-words'
import { isErrorData, refreshSeconds, type ErrorData, type ErrorKind } from './error-data'
import type { Translate } from '../i18n/locales'
import { MissingRecordPage } from './missing-record'
import { wordOf, type FileRequest } from './file-request'
import { SavedFields } from './saved-fields'
import { ProveForm } from './prove-form'
import { Resend } from './resend'
import { useTranslate } from './shell-context'
import { SignInForm } from './sign-in-form'

const kindByStatus: Record<number, ErrorKind> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'bad-request',
  413: 'too-large',
  415: 'unsupported-type',
  500: 'unexpected',
  503: 'unreachable',
  504: 'timeout',
}

export interface Trouble extends ErrorData {
  status: number
}

/** Anything that was thrown, as one shape. Texts of unknown errors are never shown: they may hold anything. */
export function troubleOf(error: unknown): Trouble {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (isRouteErrorResponse(error) && isErrorData(error.data)) return { ...error.data, status }
  const kind = kindByStatus[status] ?? 'unexpected'
  return { kind, code: kind, requestId: '', unknown: false, method: 'GET', status }
}

/** For the document's head and the page's heading. */
export function troubleTitle(error: unknown, t: Translate): string {
  const { kind, gone } = troubleOf(error)
  return gone?.deleted
    ? t('errors:gone.title')
    : t([`errors:kinds.${kind}.title`, 'errors:kinds.unexpected.title'])
}

/** For the document's head: seconds until the page asks again by itself, or null. */
export const refreshOf = (error: unknown) => refreshSeconds(troubleOf(error))

/**
 * `path`: of the address that failed. A file's has no router around its page, and leads back to where it comes from.
 */
export function ErrorPage({
  error,
  path,
  file = null,
}: {
  error: unknown
  path: string
  file?: FileRequest | null
}) {
  const t = useTranslate()
  const trouble = troubleOf(error)
  const { kind, code, status, requestId, unknown, resend, limit, needs, gone, method, lines = [] } = trouble
  const seconds = refreshSeconds(trouble)
  const note = preservedNote(trouble)
  if (kind === 'signed-out') return <SignInAgain saved={resend} sso={trouble.sso === true} />
  if (kind === 'proof-due' && trouble.factor)
    return <ProveForm factor={trouble.factor} saved={resend ?? null} back={trouble.back ?? null} />
  return (
    <section className="trouble" aria-labelledby="trouble">
      <h1 id="trouble">{troubleTitle(error, t)}</h1>
      {gone ? (
        <MissingRecordPage gone={gone} />
      ) : (
        <p>{t([`errors:codes.${code}`, `errors:kinds.${kind}.text`, 'errors:kinds.unexpected.text'])}</p>
      )}
      {limit !== undefined && <p>{t('errors:limit', { megabytes: Math.floor(limit / 1024 / 1024) })}</p>}
      {lines.length > 0 ? (
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {file && file.parameters.length > 0 ? <Requested file={file} /> : null}
      {needs && needs.length > 0 ? <Lacking needs={needs} /> : null}
      {unknown && <p role="alert">{t(resend ? 'errors:unknownKept' : 'errors:unknownOutcome')}</p>}
      {note && <p>{t(note)}</p>}
      {seconds !== null && <p>{t('console:trouble.again', { seconds })}</p>}
      {resend && <SavedFields form={resend} />}
      {resend ? (
        <Resend form={resend} check={unknown} />
      ) : gone ? null : (
        <WayOut canRepeat={status >= 429} back={file?.page} />
      )}
      <p className="status-code">
        {t('console:trouble.status', { status })}
        {requestId && <> · {t('errors:reference', { id: requestId })}</>}
        {/* Whoever helps needs to know which call failed: the specification's toast says it, too (ruling
            40). */}
        {' · '}
        <code>{`${method} ${trouble.path ?? path}`}</code>
      </p>
    </section>
  )
}

/** Where somebody may wonder; a page that is not there changes nothing, and a refusal says so itself. */
const leavesDoubt = new Set<ErrorKind>([
  'unreachable',
  'timeout',
  'reset',
  'busy',
  'malformed',
  'problem',
  'unexpected',
])

const preservedNote = ({ kind, method, unknown, resend }: Trouble) => {
  if (resend) return 'console:trouble.typedOnPage'
  if (unknown || !leavesDoubt.has(kind)) return null
  return method === 'GET' ? 'console:trouble.nothingChanged' : 'console:trouble.nothingSaved'
}

/** Which right it takes, and the way to who can give it. */
function Lacking({ needs }: { needs: readonly string[] }) {
  const t = useTranslate()
  return (
    <>
      <ul>
        {needs.map(name => (
          <li key={name}>{permissionWords(name, t).whole}</li>
        ))}
      </ul>
      <p>
        <a className="link" href={`/user-profile/rights?lacks=${needs.join(',')}`}>
          {t('users:rights.whom_to_ask')}
        </a>
      </p>
    </>
  )
}

function Requested({ file }: { file: FileRequest }) {
  const t = useTranslate()
  return (
    <section aria-labelledby="requested">
      <h2 id="requested">{t('errors:file.requested')}</h2>
      <Facts
        items={file.parameters.map(({ name, value }, nr) => ({
          key: String(nr),
          label: wordOf(name, file, t),
          value,
        }))}
      />
    </section>
  )
}

function WayOut({ canRepeat, back }: { canRepeat: boolean; back: string | undefined }) {
  const t = useTranslate()
  return (
    <div className="form-actions">
      {back !== undefined && (
        <LinkButton href={back} tone={canRepeat ? 'neutral' : 'primary'}>
          {t('errors:file.back')}
        </LinkButton>
      )}
      {canRepeat && (
        <LinkButton href="" tone="primary" icon="refresh">
          {t('errors:retry')}
        </LinkButton>
      )}
      <LinkButton href="/access" icon="home" tone={canRepeat || back !== undefined ? 'neutral' : 'primary'}>
        {t('errors:home')}
      </LinkButton>
    </div>
  )
}

/** The session ended while somebody was typing: what they sent goes through the sign-in with them. */
function SignInAgain({ saved, sso }: { saved: ErrorData['resend']; sso: boolean }) {
  const t = useTranslate()
  return (
    <section className="sign-in">
      <h1>{t('errors:kinds.signed-out.title')}</h1>
      <p>{t('errors:kinds.signed-out.text')}</p>
      <SignInForm saved={saved} sso={sso} />
    </section>
  )
}

/**
 * Addresses without a page of their own (files, streams, addresses that lead on) fail as readably as pages
 * do. Remix answers what such a route throws with one English word in JSON; a person who follows a link to a
 * file reads what happened, in their language, with the way back.
 */
import type { AppLoadContext } from '@remix-run/node'
import { isRouteErrorResponse, type ErrorResponse } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { ErrorPage, troubleOf, troubleTitle } from './console/error-page'
import { favicon } from './console/favicon'
import { fileRequestOf } from './console/file-request'
import { detectLocale, i18nFor, translator } from './i18n/i18n.server'
import { regions } from './i18n/locales'
import { documentHeaders, noStore } from './session/document-headers.server'
import { readPreferences } from './session/preferences.server'
import { requestSessionOf } from './session/request-session.server'
import stylesheet from './styles/app.css?url'

const failures = new WeakMap<AppLoadContext, ErrorResponse>()

/** Remix says what a route threw to `handleError` alone, with the context of its request. */
export function rememberFailure(error: unknown, context: AppLoadContext): void {
  if (isRouteErrorResponse(error)) failures.set(context, error)
}

export const failureOf = (context: AppLoadContext): ErrorResponse | undefined => failures.get(context)

export async function failurePage(
  error: ErrorResponse,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const { body, status, headers } = await pageOf(error, request, context)
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

async function pageOf(
  error: ErrorResponse,
  request: Request,
  context: AppLoadContext,
): Promise<{ body: string; status: number; headers: Headers }> {
  const { status, code, requestId, retryAfter, unknown } = troubleOf(error)
  const headers = new Headers({ 'Cache-Control': noStore })
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  if (!request.headers.get('Accept')?.includes('text/html')) {
    headers.set('Content-Type', 'application/json')
    const refusal = { code, request_id: requestId, ...(unknown && { unknown }) }
    return { body: JSON.stringify({ success: false, error: refusal }), status, headers }
  }
  const requestSession = requestSessionOf(request, context)
  const known = await requestSession.lastIdentity().catch(() => null)
  const locale = await detectLocale(request, known?.user.language)
  const about = { nonce: requestSession.nonce, development: import.meta.env.DEV }
  for (const [name, value] of Object.entries(documentHeaders(about))) headers.set(name, value)
  const { theme, density } = readPreferences(request.headers.get('Cookie'))
  const t = translator(locale)
  const url = new URL(request.url)
  const document = renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <html
        lang={regions[locale]}
        data-theme={theme === 'auto' ? undefined : theme}
        data-density={density === 'auto' ? undefined : density}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{`${troubleTitle(error, t)} · ${t('console:frame.product')}`}</title>
          <link rel="stylesheet" href={stylesheet} />
          <link {...favicon} />
        </head>
        <body>
          <main id="main" className="page">
            <ErrorPage error={error} path={url.pathname} file={fileRequestOf(url)} />
          </main>
        </body>
      </html>
    </I18nextProvider>,
  )
  return { body: `<!DOCTYPE html>${document}`, status, headers }
}

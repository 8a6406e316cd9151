/** Renders documents: whole at once (streaming costs more for these pages), with the headers that a page must carry. */
import './definitions'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { isDisconnect } from '../backend/platform/process/disconnect'
import { isErrorData } from './console/error-data'
import { onItsPaper, PaperContext, type Paper } from './ui/paper'
import { env } from './process/env.server'
import { detectLocale, i18nFor } from './i18n/i18n.server'
import { isLocale, type Locale } from './i18n/locales'
import { log } from './process/log.server'
import { once } from './process/once.server'

import { rememberFailure } from './resource-failures.server'
import { admitRequests } from './session/request-admission.server'
import { documentHeaders, noStore } from './session/document-headers.server'
import { startRenderer } from './accounting/fiscal-reports/report-renderer.server'
import { packed } from './session/packed.server'
import { shellOutsideLoaders } from './session/shell.server'
import { startOrExit } from './session/start.server'
import { requestSessionOf } from './session/request-session.server'

// Settings and store are checked when the process starts, not when somebody first asks for a page.
if (!process.env.VITEST) {
  admitRequests(env())
  if (import.meta.env.PROD) startOrExit()
  once('report-renderer', () => startRenderer())
}

// For whoever starts the program: Remix hands over what its entry exports beside its own names
// (`bin/launch/console.mjs`).
export { listen, listener } from './listen.server'
export { pageHandler } from './page-handler.server'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const requestSession = requestSessionOf(request, context)
  const shown = await withFrame(remix, request, context)
  const paper: Paper = { isAcross: false }
  const html = renderToString(
    <I18nextProvider i18n={i18nFor(await localeOf(shown, request))}>
      <PaperContext.Provider value={paper}>
        <RemixServer context={shown} url={request.url} />
      </PaperContext.Provider>
    </I18nextProvider>,
  )
  const about = { nonce: requestSession.nonce, development: import.meta.env.DEV }
  for (const [name, value] of Object.entries(documentHeaders(about))) headers.set(name, value)
  const retryAfter = retryAfterOf(shown)
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  return packed(`<!DOCTYPE html>${onItsPaper(html, paper)}`, request, { status, headers })
}

/**
 * A page's data alone (`?_data=`), which Remix's own browser code would ask for, names the same people and money as the
 * page: no cache keeps it either.
 */
export function handleDataRequest(response: Response): Response {
  if (response.headers.has('Cache-Control')) return response
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', noStore)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * Remix asks no loader of a page that refused a form, or of one that takes none (405, 413, 415): such a page has bars,
 * theme and language all the same.
 */
async function withFrame(
  remix: EntryContext,
  request: Request,
  context: AppLoadContext,
): Promise<EntryContext> {
  const { staticHandlerContext: page } = remix
  if (!page.errors || page.loaderData.root) return remix
  const root = await shellOutsideLoaders(request, context)
  return root
    ? { ...remix, staticHandlerContext: { ...page, loaderData: { ...page.loaderData, root } } }
    : remix
}

/** The root loader's choice, so that page and frame agree; error pages are translated even when it failed. */
async function localeOf({ staticHandlerContext }: EntryContext, request: Request): Promise<Locale> {
  const shell = staticHandlerContext.loaderData?.root as { locale?: unknown } | undefined
  return isLocale(shell?.locale) ? shell.locale : detectLocale(request)
}

/** Headers of thrown errors do not reach a document by themselves. */
function retryAfterOf({ staticHandlerContext }: EntryContext): number | undefined {
  const [error] = Object.values(staticHandlerContext.errors ?? {}) as unknown[]
  return isRouteErrorResponse(error) && isErrorData(error.data) ? error.data.retryAfter : undefined
}

/**
 * What our own guards threw has been logged where it happened, or is nobody's fault; as is a browser that goes away
 * before its page is ready.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  rememberFailure(error, context)
  if (request.signal.aborted && (error === request.signal.reason || isDisconnect(error))) return
  if (isRouteErrorResponse(error) && (isErrorData(error.data) || error.status < 500)) return
  log.error(
    {
      err: error,
      request_id: request.headers.get('x-request-id'),
      method: request.method,
      path: new URL(request.url).pathname,
    },
    'a page failed',
  )
}

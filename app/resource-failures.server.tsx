/**
 * Addresses without a page of their own (files, streams, addresses that lead on) fail as readably as pages
 * do. Remix answers what such a route throws with one English word in JSON; a person who follows a link to a
 * file reads what happened, in their language, with the way back.
 */
import { createRequire } from 'node:module'
import type { AppLoadContext } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { ErrorPage, troubleOf, troubleTitle } from './console/error-page'
import { favicon } from './console/favicon'
import { detectLocale, i18nFor, translator } from './i18n/i18n.server'
import { regions } from './i18n/locales'
import { documentHeaders, noStore } from './session/document-headers.server'
import { readPreferences } from './session/preferences.server'
import { visitOf } from './session/visit.server'
import stylesheet from './styles/app.css?url'

type Router = Pick<typeof import('@remix-run/router'), 'createStaticHandler'>

/** Of Remix's own instance, which asks for the function by name: see route-matching.server.ts. */
export function tellResourceFailures(
  router: Router = createRequire(import.meta.url)('@remix-run/router') as Router,
): void {
  const { createStaticHandler } = router
  router.createStaticHandler = (routes, options) => {
    const handler = createStaticHandler(routes, options)
    return {
      ...handler,
      queryRoute: async (request, about) => {
        try {
          return await handler.queryRoute(request, about)
        } catch (error) {
          // Programs that request the data of a page alone (`_data`) read Remix's own answer.
          if (!isRouteErrorResponse(error) || new URL(request.url).searchParams.has('_data')) throw error
          throw await failurePage(error, request, about?.requestContext as AppLoadContext)
        }
      },
    }
  }
}

async function failurePage(error: unknown, request: Request, context: AppLoadContext): Promise<Response> {
  const { status, code, requestId, retryAfter, unknown } = troubleOf(error)
  const headers = new Headers({ 'Cache-Control': noStore })
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  if (!request.headers.get('Accept')?.includes('text/html')) {
    headers.set('Content-Type', 'application/json')
    // Not `Response.json()`: the server's own `Response` has none on Node 20, and each refusal became a failure of the program.
    const refusal = { code, request_id: requestId, ...(unknown && { unknown }) }
    return new Response(JSON.stringify({ success: false, error: refusal }), { status, headers })
  }
  const visit = visitOf(request, context)
  const known = await visit.lastIdentity().catch(() => null)
  const locale = await detectLocale(request, known?.user.language)
  const about = { nonce: visit.nonce, development: import.meta.env.DEV }
  for (const [name, value] of Object.entries(documentHeaders(about))) headers.set(name, value)
  const { theme, density } = readPreferences(request.headers.get('Cookie'))
  const t = translator(locale)
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
            <ErrorPage error={error} path={new URL(request.url).pathname} />
          </main>
        </body>
      </html>
    </I18nextProvider>,
  )
  return new Response(`<!DOCTYPE html>${document}`, { status, headers })
}

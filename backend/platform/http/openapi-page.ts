/** The description for people: plain HTML, no script, nothing loaded from elsewhere. */
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import { openPath } from './openapi-fixed'
import { permissionText, type Description } from './openapi'
import type { EndpointSpec } from './endpoint'

type Spec = EndpointSpec<z.ZodType, z.ZodType, z.ZodType>

const style = `:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}body{max-width:72rem;margin:0 auto;padding:1rem}
nav ul{columns:3 16rem;padding-left:1rem}code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow:auto;padding:.75rem;border:1px solid #8886}
details{border:1px solid #8886;border-radius:4px;margin:.4rem 0;padding:.5rem .75rem}summary{cursor:pointer}summary b{display:inline-block;min-width:4rem}`

export function openApiPage(endpoints: readonly Spec[], { paths }: Description) {
  const families = [...new Set(endpoints.map(spec => spec.family))].sort()
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Gambling management system API</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>Gambling management system API</h1>
          <p>
            ${endpoints.length} endpoints. The same as a file:
            <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Answers are
            <code>{ success: true, data }</code> or
            <code>{ success: false, error: { code, message, fields?, request_id } }</code>. Instants are UTC
            epoch milliseconds, money is in minor units. Send <code>Authorization: Bearer &hellip;</code>.
            Realtime: WebSocket <code>/api/notifications-ws/v1/connect</code>; send
            <code>{ event: "login", data: { token: "Bearer &hellip;" } }</code>.
          </p>
          <nav aria-label="Families">
            <ul>
              ${families.map(name => html`<li><a href="#${name}">${name}</a></li>`)}
            </ul>
          </nav>
          ${families.map(
            name =>
              html`<h2 id="${name}">${name}</h2>
                ${endpoints
                  .filter(spec => spec.family === name)
                  .map(
                    spec =>
                      html` <details>
                        <summary>
                          <b>${spec.method}</b> <code>${openPath(spec.path)}</code> · ${spec.summary}
                        </summary>
                        <p>Permission: <code>${permissionText(spec.permission)}</code></p>
                        <pre tabindex="0">
${JSON.stringify(paths[openPath(spec.path)]?.[spec.method.toLowerCase()], null, 2)}</pre>
                      </details>`,
                  )}`,
          )}
        </main>
      </body>
    </html>`
}

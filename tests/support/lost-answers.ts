/** A backend that is away for some requests: what a page does without them. */
import type { TestConsole } from './console'

export async function awayFor(
  site: TestConsole,
  isLost: (request: Request) => boolean,
  task: () => Promise<unknown>,
): Promise<void> {
  const { app } = site
  const { fetch } = app
  app.fetch = (request, ...rest) =>
    isLost(request) ? new Response('away', { status: 503 }) : fetch(request, ...rest)
  try {
    await task()
  } finally {
    app.fetch = fetch
  }
}

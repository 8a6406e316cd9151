/** What a page costs the backend. */
import type { TestConsole } from './console'

/** The calls that the console makes meanwhile, by path. */
export async function callsDuring(site: TestConsole, task: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const { app } = site
  const { fetch } = app
  app.fetch = (request, ...rest) => {
    calls.push(new URL(request.url).pathname)
    return fetch(request, ...rest)
  }
  try {
    await task()
  } finally {
    app.fetch = fetch
  }
  return calls
}

/**
 * The console from its sources: Vite gives them away and reads them anew when one is saved; pages are answered as by
 * the built console.
 */
import { createServer } from 'node:http'
import { installGlobals } from '@remix-run/node'
import { createServer as createVite } from 'vite'

const port = Number(process.env.PORT)

installGlobals()
const server = createServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
server.on('request', (request, response) =>
  vite.middlewares(request, response, async () => {
    try {
      const build = await vite.ssrLoadModule('virtual:remix/server-build')
      await build.entry.module.listener(build, 'development')(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error)
      process.stderr.write(`${error.stack}\n`)
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
      response.end(error.stack)
    }
  }),
)
server.listen(port, process.env.HOST || undefined, () =>
  process.stdout.write(`Console  http://localhost:${port}\n`),
)

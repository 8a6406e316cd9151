import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const preloaded = new URL('../../bin/launch/made-for-express.mjs', import.meta.url).href

/** What a request and its answer are before Express has seen them, and whether a server without Express still serves. */
const program = `
  import { createServer, get } from 'node:http'
  import { createRequire } from 'node:module'
  const require = createRequire(createRequire(${JSON.stringify(import.meta.url)}).resolve('@remix-run/serve/dist/cli.js'))
  const http = require('http')
  const answer = port => new Promise(resolve => get({ port }, reply => { let text = ''; reply.on('data', part => (text += part)).on('end', () => resolve(text)) }))
  const app = require('express')()
  app.get('/', (request, response) => response.type('text').send(request.hostname))
  const server = app.listen(0)
  server.prependListener('request', (request, response) => {
    console.log(Object.getPrototypeOf(request) === app.request, Object.getPrototypeOf(response) === app.response, request instanceof http.IncomingMessage)
  })
  const plain = http.createServer((_request, response) => response.end('plain')).listen(0)
  await Promise.all([server, plain].map(one => one.listening || new Promise(resolve => one.once('listening', resolve))))
  console.log(await answer(server.address().port), await answer(plain.address().port))
  process.exit()
`

test('Express finds requests and answers as it would make them, and other servers are as ever', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    preloaded,
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout).toBe('true true true\nlocalhost plain\n')
})

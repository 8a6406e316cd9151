/**
 * Preloaded into both programs: a request that Node could not read is answered so that whoever sent it can see why. Left to itself Node sends a status
 * and nothing else, and a browser shows an empty page for an address that is too long. Nobody knows yet who asks, and in which language: all three.
 * `?json` at the end of this module's address: for programs that are asked by programs.
 */
import { maxHeaderSize, Server, STATUS_CODES } from 'node:http'

const isJson = new URL(import.meta.url).searchParams.has('json')

/** By Node's code of what was wrong; anything else is 400. */
const statuses = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** A sender that is still sending when it is cut off throws away what it was told. Milliseconds. */
const LINGER_MS = 2_000

const languages = [
  {
    lang: 'en',
    title: 'The address is too long',
    text: 'What the browser sent is longer than can be read, most often because of a very long search in the address. Nothing was changed. Go back and shorten it.',
    home: 'Start page',
  },
  {
    lang: 'ro',
    title: 'Adresa este prea lungă',
    text: 'Ce a trimis browserul este mai lung decât se poate citi, de cele mai multe ori din cauza unei căutări foarte lungi în adresă. Nu s-a modificat nimic. Mergeți înapoi și scurtați-o.',
    home: 'Pagina de start',
  },
  {
    lang: 'pt',
    title: 'O endereço é demasiado longo',
    text: 'O que o navegador enviou é mais longo do que se consegue ler, quase sempre por causa de uma pesquisa muito longa no endereço. Nada foi alterado. Volte atrás e encurte-a.',
    home: 'Página inicial',
  },
]
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${languages[0].title}</title>
</head>
<body>
<main>
${languages
  .map(
    ({ lang, title, text, home }, index) =>
      `<section lang="${lang}"><h${index === 0 ? 1 : 2}>${title}</h${index === 0 ? 1 : 2}><p>${text}</p><p><a href="/access">${home}</a></p></section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`

const tooLong = `The request line and the headers are longer than ${maxHeaderSize} bytes together`
const codes = { 400: 'malformed_request', 408: 'timeout', 413: 'too_large', 431: 'too_large' }
const problem = status => {
  const message = status === 431 ? tooLong : STATUS_CODES[status]
  return JSON.stringify({ success: false, error: { code: codes[status], message } })
}

function answerOf(status) {
  const body = isJson ? problem(status) : status === 431 ? page : ''
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(isJson ? ['Content-Type: application/json'] : []),
    ...(!isJson && body
      ? ['Content-Type: text/html; charset=utf-8', "Content-Security-Policy: default-src 'none'"]
      : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

const answered = new WeakSet()

/** Nothing that a socket does may end the program. */
function answer(error, socket) {
  // What is still being sent after the answer is no request.
  if (answered.has(socket)) return
  answered.add(socket)
  socket.on('error', () => socket.destroy())
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  socket.end(answerOf(statuses[error.code] ?? 400))
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const emit = Server.prototype.emit
Server.prototype.emit = function (event, ...about) {
  if (event === 'listening') this.on('clientError', answer)
  return emit.call(this, event, ...about)
}

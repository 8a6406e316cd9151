// The bare program that files are compared with: node:http, pieces of rows as JSON texts from a backend, JSON.parse and
// lines of CSV. `node bare-file.mjs PORT URL`, URL with its number of pieces after `#`.
import { createServer } from 'node:http'

const [port, given] = process.argv.slice(2)
const { hash, href } = new URL(given)
const pieces = Number(hash.slice(1))
const url = href.slice(0, -hash.length)

const textOf = value =>
  value === null ? '' : String(typeof value === 'object' ? (value.name ?? value.minor) : value)
const cell = text => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

createServer(async ({ headers: { authorization } }, response) => {
  if (!authorization) return response.end()
  response.setHeader('content-type', 'text/csv')
  for (let nr = 0; nr < pieces; nr++) {
    const answer = await fetch(`${url}/${nr}`, { headers: { authorization } })
    const { rows } = JSON.parse(await answer.text()).data
    response.write(rows.map(row => row.map(value => cell(textOf(value))).join(',')).join('\r\n'))
  }
  response.end()
}).listen(Number(port), '127.0.0.1')

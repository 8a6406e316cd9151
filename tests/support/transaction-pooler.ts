/**
 * A pooler before PostgreSQL that lends its only connection by transaction, as PgBouncer does with `pool_mode =
 * transaction` (PostgreSQL's message formats): enough of one for a few clients that need no password.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const STARTUP = 196_608
const code = (letter: string) => letter.charCodeAt(0)
const [READY, NOTIFICATION, SYNC, QUERY, TERMINATE] = ['Z', 'A', 'S', 'Q', 'X'].map(code)

function message(type: string | null, ...parts: (number | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map(part => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`)
      const number = Buffer.alloc(4)
      number.writeInt32BE(part)
      return number
    }),
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([...(type === null ? [] : [Buffer.from(type)]), length, body])
}
const ready = Buffer.concat([message('Z').subarray(0, 1), Buffer.from([0, 0, 0, 5]), Buffer.from('I')])

/** Calls `each` with whole messages; the first of a client has no type. */
function eachMessage(socket: Socket, hasStartup: boolean, each: (piece: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  let before = hasStartup ? 0 : 1
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= before + 4 && rest.length >= before + rest.readUInt32BE(before)) {
      const length = before + rest.readUInt32BE(before)
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      before = 1
      each(whole)
    }
  })
}

export async function transactionPooler(server: URL): Promise<{ url: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const upstream = connect(Number(server.port), server.hostname)
  sockets.add(upstream)
  upstream.write(message(null, STARTUP, 'user', server.username, 'database', server.pathname.slice(1), ''))
  let holder: Socket | undefined
  let unanswered = 0
  const waiting: { client: Socket; pieces: Buffer[] }[] = []
  const begun = new Promise<void>(resolve => {
    eachMessage(upstream, false, piece => {
      if (piece[0] === READY) resolve()
      // What nobody holds the connection for reaches nobody.
      if (piece[0] === NOTIFICATION || !holder) return
      holder.write(piece)
      if (piece[0] !== READY || --unanswered > 0 || piece.at(-1) !== code('I')) return
      holder = undefined
      next()
    })
  })
  const pass = (piece: Buffer) => {
    if (piece[0] === SYNC || piece[0] === QUERY) unanswered++
    upstream.write(piece)
  }
  const next = () => {
    const first = waiting.shift()
    if (!first) return
    holder = first.client
    first.pieces.forEach(pass)
  }
  await begun
  let last = 0
  const pooler = createServer(client => {
    sockets.add(client.on('error', () => {}))
    let isIn = false
    eachMessage(client, true, piece => {
      if (!isIn) {
        isIn = true
        client.write(Buffer.concat([message('R', 0), message('K', 1_000_000 + ++last, last), ready]))
      } else if (piece[0] === TERMINATE) client.end()
      else if (holder === client) pass(piece)
      else {
        const own = waiting.find(one => one.client === client)
        if (own) own.pieces.push(piece)
        else waiting.push({ client, pieces: [piece] })
        if (!holder) next()
      }
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const through = new URL(server)
  through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  return {
    url: through.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      pooler.close()
      await once(pooler, 'close')
    },
  }
}

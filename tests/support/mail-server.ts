/** A real SMTP server of one's own, which keeps what it is sent. */
import { SMTPServer } from 'smtp-server'
import { simpleParser } from './mail-text'

export interface MailServer {
  url: string
  received: { to: string; from: string; subject: string; text: string }[]
  /** The code with which it refuses the next recipients; null: takes all. */
  refuse: number | null
  close(): Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const made: MailServer = { url: '', received: [], refuse: null, close: () => Promise.resolve() }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Milliseconds: a client keeps its connection, and closing would wait half a minute for it to go.
    closeTimeout: 50,
    onRcptTo: (_address, _session, done) => {
      if (made.refuse === null) return done()
      done(Object.assign(new Error('not now'), { responseCode: made.refuse }))
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        made.received.push({
          to: envelope.rcptTo[0]?.address ?? '',
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          ...simpleParser(Buffer.concat(pieces)),
        })
        done()
      })
    },
  })
  // A client that closes its kept connection when a test ends is no error of the test.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  made.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  made.close = () => new Promise(resolve => server.close(() => resolve()))
  return made
}

/** The subject and text of a message of ours: one part, its header folded, its body as nodemailer encodes it. */
export function simpleParser(message: Buffer): { subject: string; text: string } {
  const raw = message.toString('latin1')
  const at = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  return {
    subject: words(header('Subject')),
    text: decoded(raw.slice(at + 4), header('Content-Transfer-Encoding')),
  }
}

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8')
const quoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

const decoded = (body: string, encoding: string): string =>
  encoding === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : encoding === 'quoted-printable'
      ? utf8(quoted(body.replace(/=\r\n/g, '')))
      : utf8(body)

const words = (text: string): string =>
  text.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind: string, inner: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(inner, 'base64').toString('utf8')
      : utf8(quoted(inner.replaceAll('_', ' '))),
  )

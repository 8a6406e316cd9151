/** A signed-in browser without a browser: cookies and plain requests. */
import { get, request, type IncomingMessage } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) =>
    get(url, { headers }, answer => collect(answer, resolve)).on('error', reject),
  )
}

export async function signIn(
  origin: string,
  username: string,
  password = `demo-${username}-2026`,
): Promise<string> {
  const form = new URLSearchParams({ username, password }).toString()
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = request(
      `${origin}/auth/login`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(form),
          origin,
          'sec-fetch-site': 'same-origin',
        },
      },
      got => collect(got, resolve),
    )
    sent.on('error', reject)
    sent.end(form)
  })
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`Signing in answered ${answer.status}`)
  return (answer.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0]).join('; ')
}

function collect(answer: IncomingMessage, resolve: (answer: Answer) => void): void {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () =>
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
  )
}

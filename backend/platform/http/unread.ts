/** A program that sent what could not be read gets a problem like any other. */
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { UnreadAnswer } from '../process/unread-requests'

const codes: Partial<Record<number, string>> = {
  400: 'malformed_request',
  408: 'timeout',
  413: 'too_large',
  431: 'too_large',
}
const tooLong = `The request line and the headers are longer than ${maxHeaderSize} bytes together`

export const unreadProblem = (status: number): UnreadAnswer => ({
  body: JSON.stringify({
    success: false,
    error: { code: codes[status], message: status === 431 ? tooLong : STATUS_CODES[status] },
  }),
  headers: { 'Content-Type': 'application/json' },
})

/**
 * The embedded database without its threads: two of them telling each other of each statement cost more than most
 * statements do, several times as much on a virtual machine. The connection is the same (`sqlite-connection.mjs`), and
 * its answers come as late as ever: not before the event loop has had its turn.
 */
import { EventEmitter } from 'node:events'
import { connected } from '../../backend/platform/db/sqlite-connection.mjs'
import { goesThroughAll } from './plans'
import type { Answering, Connect, Said } from '../../backend/platform/db/sqlite-thread'

export const inThisThread: Connect = database => {
  const events = new EventEmitter()
  let connection: ReturnType<typeof connected> | undefined
  const fail = (error: unknown) => {
    events.emit('error', error)
    events.emit('exit')
  }
  setImmediate(() => {
    try {
      connection = connected(database)
    } catch (error) {
      fail(error)
    }
  })
  return Object.assign(events, {
    postMessage: message => {
      setImmediate(() => {
        if (!connection) return
        if ('close' in message) {
          connection.close()
          connection = undefined
          events.emit('exit')
        } else if (!('stop' in message)) {
          const wrong = goesThroughAll(message, database.file)
          events.emit(
            'message',
            wrong ? { id: (message as Said).id, error: { message: wrong } } : connection.answer(message),
          )
        }
      })
    },
  } satisfies Pick<Answering, 'postMessage'>)
}

// One libSQL connection on a thread of its own, so that a long report never stops the event loop.
// Plain JavaScript: a worker's entry is loaded by Node itself, in development, tests and production alike.
import { parentPort, workerData } from 'node:worker_threads'
import { connected } from './sqlite-connection.mjs'

// One that can't be opened ends the thread.
const connection = connected(workerData)

parentPort.on('message', message => {
  if (message.close) {
    connection.close()
    return parentPort.close()
  }
  parentPort.postMessage(connection.answer(message))
})

// One libSQL connection on a thread of its own, so that a long report never stops the event loop.
// Plain JavaScript: a worker's entry is loaded by Node itself, in development, tests and production alike.
import { parentPort, workerData } from 'node:worker_threads'
import { connected } from './sqlite-connection.mjs'
import { stoppable } from './sqlite-stoppable.mjs'

// One that can't be opened ends the thread.
const connection = connected(workerData)

/** A second connection, for what may be stopped. */
const second = stoppable(workerData)
let line = Promise.resolve()

/** Never throws: the statements behind it in the line have to be answered as well. */
async function answerStoppable(message) {
  try {
    parentPort.postMessage(await second.answer(message))
  } catch (error) {
    parentPort.postMessage({
      id: message.id,
      error: { message: String(error?.message ?? error), code: error?.code },
    })
  }
}

async function close() {
  await line
  second.close()
  connection.close()
  parentPort.close()
}

parentPort.on('message', message => {
  if (message.close) return void close()
  if (message.stop !== undefined) return second.stop(message.stop)
  if (message.stoppable) line = line.then(() => answerStoppable(message))
  else parentPort.postMessage(connection.answer(message))
})

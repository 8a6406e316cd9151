// A workbook written on a thread of its own, while the next rows are read on the program's.
// Plain JavaScript: a worker's entry is loaded by Node itself, in development, tests and production alike.
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'

/** Bytes that are handed over at once. */
const PART = 64 * 1024

/** What comes from the other thread, one after the other; whoever takes one waits until it is there. */
function arrivals() {
  const here = []
  let waiting
  return {
    add(one) {
      if (waiting) waiting(one)
      else here.push(one)
      waiting = undefined
    },
    take: () => (here.length ? here.shift() : new Promise(resolve => (waiting = resolve))),
  }
}

const pieces = arrivals()
const room = arrivals()
parentPort.on('message', said => (said.rows === undefined ? room.add(true) : pieces.add(said.rows)))

let piece = []
let place = 0
/** A generator would make promises for each row: nobody has to wait but for the next piece. */
const rows = {
  [Symbol.asyncIterator]: () => rows,
  next: () => (place < piece.length ? { done: false, value: piece[place++] } : ofNextPiece()),
}
async function ofNextPiece() {
  do {
    place = 0
    piece = await pieces.take()
    if (piece === null) return { done: true, value: undefined }
    parentPort.postMessage({ taken: true })
  } while (piece.length === 0)
  return { done: false, value: piece[place++] }
}

let parts = []
let length = 0
async function send() {
  await room.take()
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  parts = []
  length = 0
  parentPort.postMessage({ bytes }, [bytes.buffer])
}

for await (const part of writeXlsxStream(rows, workerData)) {
  parts.push(part)
  length += part.length
  if (length >= PART) await send()
}
if (length) await send()
parentPort.postMessage({ done: true })
parentPort.close()

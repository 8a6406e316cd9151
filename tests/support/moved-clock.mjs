/**
 * Preloaded into programs under test (`NODE_OPTIONS=--import`): their time of day is ahead by what the file of
 * `MOVED_CLOCK` says, in milliseconds. Timers run as ever.
 */
import { readFileSync } from 'node:fs'

const file = process.env.MOVED_CLOCK ?? ''
const Ours = Date
let ahead = 0
const look = () => {
  ahead = Number(readFileSync(file, 'utf8')) || 0
}
look()
setInterval(look, 100).unref()

globalThis.Date = class extends Ours {
  constructor(...given) {
    if (given.length === 0) super(Ours.now() + ahead)
    else super(...given)
  }

  static now() {
    return Ours.now() + ahead
  }
}

/** Printed before each part of the figures: they say something only beside it. */
import { speed } from '../../bin/testing/speed.mjs'

console.log(`        this machine now: ${speed().toFixed(2)} ms for the reference work`)

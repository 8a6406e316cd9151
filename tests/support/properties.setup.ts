/**
 * A property that fails ends at once, with its seed and its values: making them smaller repeats it until its time is
 * up, and then only that is said. `SHRINK=1` makes them smaller; the seed goes into the property's options.
 */
import fc from 'fast-check'

fc.configureGlobal({ endOnFailure: process.env.SHRINK === undefined })

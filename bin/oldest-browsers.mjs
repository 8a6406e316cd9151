/**
 * The oldest browsers that the console promises (docs/decisions/old-browsers.md): what is built is written for
 * them, and a law reads it against what they lack.
 */
export const oldestBrowsers = { chrome: 109, firefox: 115, safari: 16 }

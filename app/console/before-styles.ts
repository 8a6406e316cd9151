/**
 * In the page itself, until its stylesheet is there: nothing is styled or laid out before. A browser that gives a new
 * window its focus lays out at once what has arrived, which on a first visit is all of the page without any style, and
 * then everything once more. A stylesheet that does not come within four seconds leaves a page that can be read. The
 * layer is the first of all, so that `base.css` has the last word.
 */
export const beforeStyles =
  '@supports (transition-behavior:allow-discrete){@layer before{body{content-visibility:hidden;animation:unstyled 0s 4s forwards}}@keyframes unstyled{to{content-visibility:visible}}}'

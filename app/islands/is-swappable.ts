/** A page whose list can be put where another one stands: it fills the page, and nothing in it has to be watched. */
export const isSwappable = (page: Document): boolean =>
  page.querySelector('#main > .listing') !== null && page.querySelector('#main [data-island]') === null

/** The first page of whoever has signed in: the start of a shift. */
export const START_PATH = '/access'

/** Where the console is said to answer, to a page in process. */
export const ORIGIN = 'http://console.test'

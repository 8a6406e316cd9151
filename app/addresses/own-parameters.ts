/** What the console itself puts on the address of a page, and no list takes as a filter. */

/** What was answered to the form that was sent from there. */
export const ANSWER = 'answer'
/** Of a page that says what became of rows: how the list was narrowed that they were chosen in. */
export const BACK = 'back'
/** A page with this parameter shows the form that is saved for it, and stores nothing. */
export const SAVED_FORM = 'kept'

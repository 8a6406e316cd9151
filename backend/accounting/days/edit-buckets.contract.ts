/** The parts of a message that people edit (specification, section 3), and what an edit does with one. */
export const editBuckets = ['events', 'counters', 'slotdata'] as const
export type EditBucket = (typeof editBuckets)[number]
export const editDoes = ['correct', 'leave_out'] as const
export type EditDoes = (typeof editDoes)[number]
export const editStates = ['holds', 'taken_back'] as const
export type EditState = (typeof editStates)[number]

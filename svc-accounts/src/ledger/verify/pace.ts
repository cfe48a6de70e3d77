/** Called after each page with the rows that it read: what verifies beside the work lets it come first. */
export type Breathe = (rows: number) => Promise<unknown>

/** For a verification that nothing else waits for. */
export const inOneBreath: Breathe = async () => undefined

/** Rows of one page: reading them and comparing them delays a transfer by some milliseconds, not by a tenth of a second. */
export const rowsOfPage = 200

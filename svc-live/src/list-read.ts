/**
 * How a list is read beside the engine: so few documents are made of one answer that draws, which share the process, wait
 * some milliseconds at most, and a database that does not come to an end is not waited for.
 */
export const listRead = { batchSize: 100, maxTimeMS: 5_000 }

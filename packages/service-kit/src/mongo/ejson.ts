import { BSON, type Document } from 'mongodb'

/** A document as one line of canonical extended JSON (EJSON): 64-bit numbers, dates and binary survive. */
export const toLine = (row: object): string => BSON.EJSON.stringify(row as Document, { relaxed: false })

/** Parses a line of EJSON. @throws Error for invalid EJSON */
export function fromLine<T = Document>(line: string): T {
  return BSON.EJSON.parse(line, { relaxed: false, useBigInt64: true }) as T
}

import { BSON, type Document } from 'mongodb'

/** A document as one line of canonical extended JSON: 64-bit numbers, dates and binary stay what they are. */
export const toLine = (row: object): string => BSON.EJSON.stringify(row as Document, { relaxed: false })

/** The document of a line. @throws Error when it is none */
export function fromLine<T = Document>(line: string): T {
  return BSON.EJSON.parse(line, { relaxed: false, useBigInt64: true }) as T
}

import { MongoBulkWriteError, MongoClientBulkWriteError, MongoServerError } from 'mongodb'

const duplicateKey = 11000

/**
 * Whether a write failed because a unique value is taken already, in a single write or within a bulk.
 * @param text part of the server's sentence, e.g. the name of the index, where several could be meant.
 */
export const isDuplicateKey = (error: unknown, text = ''): boolean =>
  faultsOf(error).some(({ code, message }) => code === duplicateKey && message.includes(text))

/** What the server said of the unique values that were taken; undefined where a write failed for another reason. */
export function duplicateKeyText(error: unknown): string | undefined {
  const taken = faultsOf(error).filter(({ code }) => code === duplicateKey)
  return taken.length > 0 ? taken.map(({ message }) => message).join('\n') : undefined
}

function faultsOf(error: unknown): { code: number; message: string }[] {
  if (error instanceof MongoClientBulkWriteError) {
    const writes = [...error.writeErrors.values()].map(({ code, message }) => ({ code: Number(code), message }))
    return [...writes, ...faultsOf(error.cause)]
  }
  if (error instanceof MongoBulkWriteError) {
    const writes = [error.writeErrors].flat().map(one => ({ code: Number(one.code), message: one.errmsg ?? '' }))
    return [...writes, { code: Number(error.code), message: error.message }]
  }
  return error instanceof MongoServerError ? [{ code: Number(error.code), message: error.message }] : []
}

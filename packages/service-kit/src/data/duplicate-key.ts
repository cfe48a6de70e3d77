import { MongoBulkWriteError, MongoClientBulkWriteError, MongoServerError } from 'mongodb'

const duplicateKey = 11000

/**
 * Whether a write failed because a unique value is taken already, in a single write or within a bulk.
 * @param text part of the server's sentence, e.g. the name of the index, where several could be meant.
 */
export const isDuplicateKey = (error: unknown, text = ''): boolean =>
  faultsOf(error).some(({ code, message }) => code === duplicateKey && message.includes(text))

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

import { readPage } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { failedLoginListOf, logsName } from './log-facts'

/** Refused sign-ins of one day in the list of a reader. */
export async function countFailedLogins(db: Db, reader: string, day: string): Promise<number> {
  const part = { reader: failedLoginListOf(reader), day }
  return (await readPage(db, logsName, [part], { page: 1, size: 1 })).total
}

import { type Collection, MongoClient } from 'mongodb'
import { inject } from 'vitest'

type Row = { _id: string; [field: string]: unknown }

/** Changes what a test cannot wait for, for example a due time, in the database of a domain. */
export async function changeRows(
  domain: string,
  collection: string,
  change: (rows: Collection<Row>) => Promise<unknown>,
): Promise<void> {
  const client = await MongoClient.connect(inject('suiteServers').mongodbUri)
  try {
    await change(client.db(domain).collection<Row>(collection))
  } finally {
    await client.close()
  }
}

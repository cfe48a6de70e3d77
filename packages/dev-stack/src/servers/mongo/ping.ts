import { MongoClient } from 'mongodb'

/** Settles when the server at `uri` answers `ping`; throws when it does not within `timeoutMs`. */
export async function pingMongo(uri: string, timeoutMs = 1_000): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs })
  try {
    await client.db('admin').command({ ping: 1 })
  } finally {
    await client.close()
  }
}

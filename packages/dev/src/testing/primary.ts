import { MongoClient } from 'mongodb'

/** Address of the primary alone: a proxy is in front of one server, and a client of its set would go around it. */
export async function primaryOf(uri: string): Promise<string> {
  const client = await MongoClient.connect(uri)
  try {
    const { primary } = await client.db('admin').command({ hello: 1 })
    return `mongodb://${primary}/?directConnection=true`
  } finally {
    await client.close()
  }
}

import { type Document, MongoClient } from 'mongodb'

const rowsTogether = 1_000
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Copies one database in memory, to be restored while its service is down. Preserves BSON number types.
 * @param uri URI of the server
 */
export async function takeBackup(uri: string, database: string) {
  const client = new MongoClient(uri, { promoteValues: false })
  const db = client.db(database)
  const namesOf = async () => (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  const copies = new Map<string, Document[]>()
  for (const name of await namesOf()) copies.set(name, await db.collection(name).find().toArray())

  async function putBackOnce() {
    for (const name of await namesOf()) {
      await db.collection(name).deleteMany({})
      const rows = copies.get(name) ?? []
      for (let at = 0; at < rows.length; at += rowsTogether) {
        await db.collection(name).insertMany(rows.slice(at, at + rowsTogether))
      }
    }
  }

  return {
    /** Restores the copy; restarts if the server is killed in the meantime. */
    async putBack(): Promise<void> {
      for (let tries = 30; ; tries--) {
        try {
          return await putBackOnce()
        } catch (error) {
          if (tries === 0) throw error
          await pause(1_000)
        }
      }
    },
    close: () => client.close(),
  }
}

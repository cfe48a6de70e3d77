import { HistoryCleared, HistoryRestored } from '@cascade/contracts/reports'
import { clearingCollections, createClearings, type Feed, type Hidden } from '@cascade/service-kit'

const clearedType = HistoryCleared.shape.type.value
const restoredType = HistoryRestored.shape.type.value

export const clearingsFeed: Feed = {
  producer: 'reports',
  name: 'live',
  collections: clearingCollections,
  schemas: { [clearedType]: HistoryCleared, [restoredType]: HistoryRestored },
  async project(db, batch, tx) {
    const clearings = createClearings(db)
    for (const event of batch) {
      if (event.type === clearedType) {
        const { clearingId, at, ...row } = HistoryCleared.parse(event).data
        await clearings.add({ _id: clearingId, ...row, at: new Date(at) }, tx)
        continue
      }
      const { adminId, clearings: now } = HistoryRestored.parse(event).data
      const rows = now.map(({ clearingId, at, ...row }) => ({ _id: clearingId, adminId, ...row, at: new Date(at) }))
      await clearings.set(adminId, rows, tx)
    }
  },
}

export const isCleared = (hidden: readonly Hidden[], day: string, at: Date): boolean =>
  hidden.some(part => part.from <= day && day <= part.to && at <= part.at)

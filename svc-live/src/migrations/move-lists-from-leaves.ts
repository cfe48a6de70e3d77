import { inTransaction, type Migration, putBeforeList } from '@cascade/service-kit'
import { listOf, ticketLists } from '../views/list-store'

/** A day of a list as it was kept: its ids in leaves of 200, `<_id>|0` and following. */
type OldList = { _id: string; list: string; day: string; count: number }
const leafSize = 200

/** A list after the other, before what was appended to its day since; each shows those days that have been moved. */
export const moveListsFromLeaves: Migration = {
  name: 'lists of tickets leave their leaves',
  isReadByOlder: true,
  step: ({ client, db }) =>
    inTransaction(client, async tx => {
      const lists = db.collection<OldList>('history_heads')
      const leaves = db.collection<{ _id: string; ids: string[] }>('history_leaves')
      const old = await lists.findOne({}, { session: tx })
      if (!old) return false
      const { _id, list, day, count } = old
      const leafIds = Array.from({ length: Math.ceil(Number(count) / leafSize) }, (_, index) => `${_id}|${index}`)
      const found = await leaves.find({ _id: { $in: leafIds } }, { session: tx }).toArray()
      const idsOf = new Map(found.map(leaf => [leaf._id, leaf.ids]))
      const refs = leafIds.flatMap(id => idsOf.get(id) ?? [])
      const [readerId = '', gameId] = list.split('|')
      await putBeforeList(db, ticketLists, { reader: listOf(readerId, gameId), day, refs }, tx)
      await leaves.deleteMany({ _id: { $in: leafIds } }, { session: tx })
      await lists.deleteOne({ _id }, { session: tx })
      return true
    }),
}

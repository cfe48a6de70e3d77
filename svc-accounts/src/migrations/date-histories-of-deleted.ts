import type { Migration } from '@cascade/service-kit'
import { historiesOf, ofAccount } from '../accounts/history-store'

const atOnce = 200

/** Accounts that were deleted before their histories were kept for a while only: their time runs from then, too. */
export const dateHistoriesOfDeleted: Migration = {
  name: 'histories of deleted accounts are dated',
  isReadByOlder: true,
  async step({ db }) {
    const rows = historiesOf(db)
    const last = await rows
      .find({ kind: 'deleted', deletedAt: { $exists: false } })
      .limit(atOnce)
      .toArray()
    for (const { _id, at } of last) {
      await rows.updateMany(ofAccount(_id.slice(0, _id.lastIndexOf('|'))), { $set: { deletedAt: at } })
    }
    return last.length === atOnce
  },
}

import { type AnyEvent, toHundredths } from '@cascade/contracts'
import { DescriptionChanged, PercentageChanged, percentageIdOf, standardWinpercentage } from '@cascade/contracts/games'
import { LiveActor } from '@cascade/contracts/live'
import { cursorIdOf, followGames, gamesOf, keepNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type ChangeRow, changeRow, createChangeStore } from './change-store'
import { keepVersions, versionPlans } from './schedule'

type PercentageCopy = Omit<PercentageChanged['data'], 'before'>

const percentagesOf = (db: Db): Collection<PercentageCopy> => db.collection('percentages')

/** Our copy of the games, of every version of their descriptions, and of the percentages. */
export const gamesFeed = followGames({
  name: 'live',
  // Old draws are read by the version that they were opened with, whatever svc-games remembers.
  kept: versionPlans.map(plan => plan.name),
  plans: [{ name: 'percentages' }, ...versionPlans],
  schemas: Object.fromEntries([DescriptionChanged, PercentageChanged].map(event => [event.shape.type.value, event])),
  async project(db, batch, tx) {
    await keepVersions(
      db,
      toldAs(DescriptionChanged, batch).map(({ data, by, at }) => ({ ...data, by, at })),
      tx,
    )
    const changed = toldAs(PercentageChanged, batch)
    await keepNewest(
      percentagesOf(db),
      changed.map(({ data: { before: _before, ...row } }) => row),
      tx,
    )
    await createChangeStore(db).note(changed.map(changeOf), tx)
  },
})

/** Events of a kind with who did it and when. */
function toldAs<E extends typeof DescriptionChanged | typeof PercentageChanged>(schema: E, batch: readonly AnyEvent[]) {
  const type = schema.shape.type.value
  return batch
    .filter(event => event.type === type)
    .map(event => ({ data: event.data as ReturnType<E['parse']>['data'], by: actorOf(event), at: event.at }))
}

/** Null for what the system did. */
function actorOf({ actor }: AnyEvent): LiveActor | null {
  if (!actor) return null
  const { id: accountId, username, role } = actor
  return LiveActor.nullable().catch(null).parse({ accountId, username, role })
}

type ToldPercentage = { data: PercentageChanged['data']; by: LiveActor | null; at: string }

function changeOf({ data, by, at }: ToldPercentage): ChangeRow {
  const [from, to] = [String(toHundredths(data.before)), String(toHundredths(data.winpercentage))]
  return changeRow(data, data.version, { what: 'percentage', from, to, by, at })
}

export type GameCopy = ReturnType<typeof createGameCopy>

export function createGameCopy(db: Db) {
  const cursors = db.collection<{ _id: string; lastSeq: number }>('cursors')
  return {
    /** How far svc-games was read: what is kept of it changes with this. Undefined before its first event. */
    async position(): Promise<number | undefined> {
      const row = await cursors.findOne({ _id: cursorIdOf(gamesFeed) })
      return row ? Number(row.lastSeq) : undefined
    },

    /** Every game that is not deleted, by name. */
    all: () => gamesOf(db).find({ deleted: false }).sort({ gameName: 1 }).toArray(),

    /** Shares that the operator keeps, in percent, by `<adminId>_<gameId>`; the standard one where nobody set any. */
    async percentages(
      pairs: readonly { adminId: string; gameId: string }[],
    ): Promise<Map<string, { winpercentage: number; version: number }>> {
      const ids = pairs.map(({ adminId, gameId }) => percentageIdOf(adminId, gameId))
      const rows = await percentagesOf(db)
        .find({ _id: { $in: ids } })
        .toArray()
      const set = new Map(rows.map(({ _id, winpercentage, version }) => [_id, { winpercentage, version }]))
      return new Map(ids.map(id => [id, set.get(id) ?? { winpercentage: standardWinpercentage, version: 0 }]))
    },
  }
}

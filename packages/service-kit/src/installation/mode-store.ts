import type { InstallationMode } from '@cascade/contracts'
import type { Db, UpdateFilter } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { CollectionPlan } from '../data/mongo'
import { conflict } from '../http/errors'

export const installationName = 'installation'
export const installationPlans: readonly CollectionPlan[] = [{ name: installationName }]

/** `mode` is one row; `instance|…` are those that run; `event|…` stay for ever: who saved and restored what, and when. */
type Row = {
  _id: string
  mode?: InstallationMode
  /** Whether the rows that were here are gone: from then on only a finished restore leads back to work. */
  cleared?: boolean
  /** Until when a save was asked for, and until when an instance counts as running. */
  until?: Date | null
  event?: string
  by?: string
  archive?: string | null
  at?: Date
}
type ModeRow = { mode: InstallationMode; cleared: boolean; until: Date | null }

/** Who saves a large installation asks again and again; when it is gone, everybody goes back to work. */
const savingMs = 120_000
/** Longer than a process may stand still and go on. */
const instanceAliveMs = 15_000
const working: ModeRow = { mode: 'work', cleared: false, until: null }

/** What a service is to do, kept in its database, so that all its instances know and a restart does not forget it. */
export function createModeStore(db: Db, now: () => Promise<Date>) {
  const rows = db.collection<Row>(installationName)

  async function read(): Promise<ModeRow> {
    const row = await rows.findOne({ _id: 'mode' })
    return row?.mode ? { mode: row.mode, cleared: row.cleared ?? false, until: row.until ?? null } : working
  }

  const set = async (change: Partial<ModeRow>) => {
    const update: UpdateFilter<Row> = { $set: change }
    await rows.updateOne({ _id: 'mode' }, update, { upsert: true })
  }

  const tell = async (event: string, by: string, archive: string | null = null) => {
    await rows.insertOne({ _id: `event|${uuidv7()}`, event, by, archive, at: await now() })
  }

  return {
    read,

    /** @throws AppError CONFLICT while something else is under way */
    async rest(wanted: 'saving' | 'restoring', by: string, archive: string | null): Promise<void> {
      const { mode } = await read()
      if (mode !== 'work' && mode !== wanted && !(mode === 'restored' && wanted === 'restoring')) {
        throw conflict(`The installation is ${mode} already.`)
      }
      const until = wanted === 'saving' ? new Date((await now()).getTime() + savingMs) : null
      await set({ mode: wanted, until })
      if (mode !== wanted) await tell(`${wanted} begun`, by, archive)
    },

    cleared: () => set({ cleared: true }),
    restored: () => set({ mode: 'restored' }),

    /** @throws AppError CONFLICT while a restore is not finished */
    async work(by: string): Promise<void> {
      const { mode, cleared } = await read()
      if (mode === 'work') return
      if (mode === 'restoring' && cleared) throw conflict('The restore is not finished: run it again.')
      await set(working)
      await tell(mode === 'restored' ? 'restored' : `${mode} ended`, by)
    },

    /** The mode that is wanted. Ends a save that nobody asks for any more. */
    async wanted(): Promise<InstallationMode> {
      const { mode, until } = await read()
      if (mode !== 'saving' || !until || until >= (await now())) return mode
      await rows.updateOne({ _id: 'mode', mode: 'saving', until }, { $set: working })
      return (await read()).mode
    },

    /** Tells that an instance runs in this mode. */
    async beat(instanceId: string, mode: InstallationMode): Promise<void> {
      const until = new Date((await now()).getTime() + instanceAliveMs)
      await rows.updateOne({ _id: instanceOf(instanceId) }, { $set: { mode, until } }, { upsert: true })
    },

    forget: (instanceId: string) => rows.deleteOne({ _id: instanceOf(instanceId) }),

    /** Whether every instance that runs is in the mode that is wanted. */
    async isLevel(): Promise<boolean> {
      const [{ mode }, at] = await Promise.all([read(), now()])
      const running = await rows.find({ _id: { $gte: 'instance|', $lt: 'instance|\uffff' } }).toArray()
      await rows.deleteMany({ _id: { $in: running.filter(({ until }) => until && until < at).map(({ _id }) => _id) } })
      const alive = running.filter(({ until }) => until && until >= at)
      return alive.length > 0 && alive.every(row => row.mode === mode || isRestore(row.mode, mode))
    },
  }
}
const instanceOf = (id: string) => `instance|${id}`

export type ModeStore = ReturnType<typeof createModeStore>

/** A resting instance need not start again when a restore is finished. */
const isRestore = (one: InstallationMode | undefined, other: InstallationMode) =>
  [one, other].every(mode => mode === 'restoring' || mode === 'restored')

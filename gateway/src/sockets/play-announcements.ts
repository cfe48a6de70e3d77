import { accountsInternal, batchSizeMax, type CurrentAnnouncement } from '@cascade/contracts/accounts'
import { type InternalClient, type Logger, startLoop } from '@cascade/service-kit'

const everyMs = 60_000

type Show = (announcements: CurrentAnnouncement[]) => void
type Player = { listeners: Set<Show>; announcements: CurrentAnnouncement[] }
export type PlayAnnouncements = ReturnType<typeof createPlayAnnouncements>

/** Announcements of the players with a socket here; polled, because they also begin and end by the clock. */
export function createPlayAnnouncements({ call, logger }: { call: InternalClient; logger: Logger }) {
  const players = new Map<string, Player>()

  function accept(accountId: string, announcements: CurrentAnnouncement[]) {
    const player = players.get(accountId)
    if (!player || JSON.stringify(player.announcements) === JSON.stringify(announcements)) return
    player.announcements = announcements
    for (const show of player.listeners) show(announcements)
  }

  async function read(accountIds: string[]) {
    const answer = await call(accountsInternal.playAnnouncements, { body: { accountIds } })
    const current = new Map(answer.players.map(player => [player.accountId, player.announcements]))
    for (const accountId of accountIds) accept(accountId, current.get(accountId) ?? [])
  }

  async function round(): Promise<undefined> {
    const ids = [...players.keys()]
    for (let at = 0; at < ids.length; at += batchSizeMax) await read(ids.slice(at, at + batchSizeMax))
    return undefined
  }
  const loop = startLoop(round, { everyMs, logger, name: 'announcements' })

  return {
    /** @returns the end of the subscription */
    listen(accountId: string, show: Show): () => void {
      const player = players.get(accountId) ?? { listeners: new Set(), announcements: [] }
      players.set(accountId, player)
      player.listeners.add(show)
      if (player.announcements.length > 0) show(player.announcements)
      if (player.listeners.size === 1) {
        read([accountId]).catch((error: unknown) => logger.warn({ err: error }, 'could not read announcements'))
      }
      return () => {
        player.listeners.delete(show)
        if (player.listeners.size === 0) players.delete(accountId)
      }
    },
    stop: loop.stop,
  }
}

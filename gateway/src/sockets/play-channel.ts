import { errorTexts } from '@cascade/contracts'
import { type PlayPushes, PlayRequest } from '@cascade/contracts/live'
import { AppError, type Logger } from '@cascade/service-kit'
import type { PlayAnnouncements } from './play-announcements'
import type { PlayDraws } from './play-draws'
import type { PlayerEvents } from './player-events'

type PlayChannelDeps = {
  accountId: string
  draws: Pick<PlayDraws, 'follow'>
  players: PlayerEvents
  announcements: Pick<PlayAnnouncements, 'listen'>
  isOpen: () => Promise<boolean>
  emit: <E extends keyof PlayPushes>(event: E, message: PlayPushes[E]) => void
  logger: Logger
}

/** One player's socket: draws of one game at a time, balance and tickets; all messages in one numbering. */
export function createPlayChannel({ accountId, draws, players, announcements, isOpen, emit, logger }: PlayChannelDeps) {
  let number = 0
  let turn = 0
  let unfollow: (() => void) | undefined
  let last = Promise.resolve()

  /** In the order of the calls, although each asks for the session first. */
  function send(write: (number: number) => void, isWanted = () => true) {
    last = last.then(async () => {
      if (!(await isOpen()) || !isWanted()) return
      number += 1
      write(number)
    })
  }
  const fail = (gameId: string | null, error: string) => send(next => emit('playDraw', { number: next, gameId, error }))

  const unlisten = players.listen(accountId, {
    wallet: change => send(next => emit('playWallet', { number: next, ...change })),
    ticket: change => send(next => emit('playTicket', { number: next, ...change })),
    gap: () => send(() => undefined),
  })

  const unlistenAnnouncements = announcements.listen(accountId, current =>
    send(next => emit('playAnnouncement', { number: next, announcements: current })),
  )

  function leaveGame() {
    turn += 1
    unfollow?.()
    unfollow = undefined
  }

  async function follow(gameId: string) {
    const mine = turn
    try {
      const leave = await draws.follow(gameId, {
        accountId,
        show: draw =>
          send(
            next => emit('playDraw', { number: next, gameId, draw }),
            () => turn === mine,
          ),
        fail: message => fail(gameId, message),
      })
      if (turn === mine) unfollow = leave
      else leave()
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error }, 'could not follow a draw')
      if (turn === mine) fail(gameId, error instanceof AppError ? error.message : errorTexts.internal)
    }
  }

  return {
    request(payload: unknown) {
      leaveGame()
      const parsed = PlayRequest.safeParse(payload)
      if (!parsed.success) return fail(null, errorTexts.validation)
      if (parsed.data.gameId !== undefined) void follow(parsed.data.gameId)
    },
    leave() {
      leaveGame()
      unlisten()
      unlistenAnnouncements()
    },
  }
}

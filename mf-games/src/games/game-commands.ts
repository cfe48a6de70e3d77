import { type Game, gameTexts } from '@cascade/contracts/games'
import { type Notice, useConfirm, useNotice } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { texts } from '../texts'
import { toggleActionOf, useDeleteGame, useSetGameStatus } from './calls'

export const gameNoticeMs = 5000

export type GameCommands = {
  toggle: (game: Game) => void
  remove: (game: Game) => void
  notice: Notice['element']
}

/** Row commands; each asks for confirmation. */
export function useGameCommands(): GameCommands {
  const text = texts.useText()
  const confirm = useConfirm()
  const notice = useNotice({ durationMs: gameNoticeMs, place: 'over' })
  const toggling = useSetGameStatus()
  const removing = useDeleteGame()

  async function run(act: () => Promise<{ message?: string | undefined }>, done: string, failed: string) {
    try {
      const { message } = await act()
      notice.show('success', message ?? done)
    } catch (error) {
      notice.show('error', messageOf(error, failed))
    }
  }

  async function toggle(game: Game) {
    const action = toggleActionOf(game)
    const name = { name: game.gameName }
    const request =
      action === 'activate'
        ? { title: text('activateTitle'), text: text('activateText', name) }
        : { title: text('deactivateTitle'), text: text('deactivateText', name), destructive: true }
    if (!(await confirm(request))) return
    await run(
      () => toggling.mutateAsync({ params: { id: game._id, action: toggleActionOf(game) } }),
      gameTexts.statusChanged,
      gameTexts.statusFailed,
    )
  }

  async function remove(game: Game) {
    const question = text('deleteText', { name: game.gameName })
    if (!(await confirm({ title: text('deleteTitle'), text: question, destructive: true }))) return
    await run(() => removing.mutateAsync({ params: { id: game._id } }), gameTexts.deleted, gameTexts.deleteFailed)
  }

  return { toggle: game => void toggle(game), remove: game => void remove(game), notice: notice.element }
}

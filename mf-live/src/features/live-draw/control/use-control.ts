import { formatPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import { type LiveGame, liveTexts } from '@cascade/contracts/live'
import { useConfirm, useNotice } from '@cascade/ui-kit'
import { ApiError, messageOf } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../../texts'
import { useSaveResult } from '../api/use-save-result'
import type { Pair } from '../pair'
import { type Choice, choiceText, costOf, resultOf, withPick } from './choice'

/** Messages of the games' screens stay this long. */
const messageForMs = 5_000

/** What an operator is about to do to a draw: the chosen result, its booster, and saving it. */
export function useControl(pair: Pair, live: LiveGame | undefined, isStale: boolean) {
  const text = texts.useText()
  const notice = useNotice({ durationMs: messageForMs, place: 'over' })
  const confirm = useConfirm()
  const saving = useSaveResult(pair)
  const [choice, setChoice] = useState<Choice>({})
  const [booster, setBooster] = useState<1 | 2>(1)
  const pick = useCallback(
    (dimension: DimensionKey, drawno: string) => setChoice(before => withPick(before, dimension, drawno)),
    [],
  )
  const clear = useCallback(() => setChoice({}), [])

  const saveNow = async ({ asksFirst = false }: { asksFirst?: boolean | undefined }) => {
    if (!live || saving.isPending) return
    const result = resultOf(live, choice)
    if (!result) return notice.show('error', liveTexts.resultInvalid)
    if (asksFirst && !stale.current && !(await confirm(questionOf(live)))) return
    if (stale.current) return notice.show('error', text('feedLostNote'))
    try {
      const { message } = await saving.mutateAsync({ ...result, boosterValue: booster })
      notice.show('success', message ?? liveTexts.resultAdded)
      clear()
      setBooster(1)
    } catch (error) {
      notice.show('error', failureOf(error, text('resultFailed'), text('resultError')))
    }
  }
  const questionOf = (game: LiveGame) => {
    const label = choiceText(game, choice)
    const cost = formatPoints(costOf(game, choice, booster))
    return {
      title: text('saveQuestion', { label, game: game.gameName }),
      text: text('saveConsequence', { booster, cost }),
      confirmLabel: text('saveLabel', { label }),
    }
  }

  // Always the same function: the feed changes the draw four times a second, and nothing that saves is drawn again.
  const latest = useRef(saveNow)
  /** Read once more after the question: the feed may have been lost while it was open. */
  const stale = useRef(isStale)
  useEffect(() => {
    latest.current = saveNow
    stale.current = isStale
  })
  const save = useCallback((options: { asksFirst?: boolean } = {}) => latest.current(options), [])

  return { choice, booster, setBooster, pick, clear, save, isSaving: saving.isPending, notice }
}
export type Control = ReturnType<typeof useControl>

/** @param refused when the server said no without words; @param broken when no answer came */
export function failureOf(error: unknown, refused: string, broken: string): string {
  return messageOf(error, error instanceof ApiError && error.refused ? refused : broken)
}

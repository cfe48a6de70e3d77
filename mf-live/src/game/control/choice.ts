import { formatPoints, toHundredths, toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import { type LiveGame, type LiveOption, liveTexts } from '@cascade/contracts/live'
import { useConfirm, useNotice } from '@cascade/ui-kit'
import { ApiError, messageOf, Unanswered } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts'
import { useSaveResult } from '../calls'
import type { Pair } from '../snapshot'

/** What an operator has chosen so far: of each dimension of the game at most one option, by number. */
export type Choice = Readonly<Partial<Record<DimensionKey, string>>>

export type LiveDimension = { key: DimensionKey; options: readonly LiveOption[] }
type Options = Pick<LiveGame, 'data' | 'dataColors' | 'dataCardTypes'>

/** What a result of this game consists of: one option of each. */
export function dimensionsOf({ data, dataColors, dataCardTypes }: Options): LiveDimension[] {
  const all: LiveDimension[] = [
    { key: 'result', options: data },
    { key: 'color', options: dataColors },
    { key: 'type', options: dataCardTypes },
  ]
  return all.filter(({ key, options }) => key === 'result' || options.length > 0)
}

/** Chooses an option; the one that is chosen already is given up. */
export function withPick(choice: Choice, dimension: DimensionKey, drawno: string): Choice {
  const { [dimension]: before, ...others } = choice
  return before === drawno ? others : { ...others, [dimension]: drawno }
}

/** The body of a saved result; undefined until every dimension has its option. */
export function resultOf(live: Options, { result, color, type }: Choice) {
  const dimensions = dimensionsOf(live)
  const picks = { result, color, type }
  if (result === undefined || dimensions.some(({ key }) => picks[key] === undefined)) return undefined
  return { result, ...(color !== undefined && { color }), ...(type !== undefined && { type }) }
}

/** The chosen options in words, e.g. `A · Spade · Under`; empty without any. */
export function choiceText(live: Options, choice: Choice): string {
  return chosenOptions(live, choice)
    .map(({ label }) => label)
    .join(' · ')
}

/** What the choice would cost with the stakes as they are, in points. */
export function costOf(live: Options, choice: Choice, booster: 1 | 2): number {
  const costs = chosenOptions(live, choice).map(option => (booster === 2 ? option.liabilityBoosted : option.liability))
  return toPoints(costs.reduce((sum, cost) => sum + toHundredths(cost), 0n))
}

/** The game balance once that is paid, in points. */
export function balanceAfter({ percentageData }: Pick<LiveGame, 'percentageData'>, cost: number): number {
  return toPoints(toHundredths(percentageData[0]?.gameBalance ?? 0) - toHundredths(cost))
}

/** The options of a result, as history has it: `1-k-under` is the A, the spade and Under. */
export function resultParts(live: Options, result: string): Pick<LiveOption, 'drawno' | 'label' | 'image' | 'color'>[] {
  const dimensions = dimensionsOf(live)
  const parts = dimensions.length > 1 ? result.split('-') : [result]
  return parts.map(
    (drawno, at) => dimensions[at]?.options.find(option => option.drawno === drawno) ?? { drawno, label: drawno },
  )
}

/** The chosen options, in the order of the game's dimensions. */
export function chosenOptions(live: Options, choice: Choice): LiveOption[] {
  return dimensionsOf(live).flatMap(({ key, options }) => options.find(({ drawno }) => drawno === choice[key]) ?? [])
}

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
      const wish = { drawId: live.drawId, ...result, boosterValue: booster }
      const { message, isReplayed } = await saving.mutateAsync(wish)
      const saved = message ?? liveTexts.resultAdded
      notice.show('success', isReplayed ? `${saved} ${text('changedOnce')}` : saved)
      clear()
      setBooster(1)
    } catch (error) {
      const failure = failureOf(error, text('resultFailed'), text('resultError'))
      notice.show('error', error instanceof Unanswered ? `${failure} ${text('resultUnanswered')}` : failure)
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
  const failure = error instanceof Unanswered ? error.cause : error
  return messageOf(failure, failure instanceof ApiError && failure.refused ? refused : broken)
}

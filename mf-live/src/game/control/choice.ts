import { formatPoints, toHundredths, toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import { drawIdOf, type LiveGame, type LiveOption, liveApi, liveTexts } from '@cascade/contracts/live'
import { useConfirm, useNotice } from '@cascade/ui-kit'
import { ApiError, messageOf, OutcomeUnknownError, useMayCall } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts'
import { useSaveResult } from '../calls'
import type { Offering } from '../snapshot'

/** The operator's selection: at most one option number per dimension of the game. */
export type Choice = Readonly<Partial<Record<DimensionKey, string>>>

export type LiveDimension = { key: DimensionKey; options: readonly LiveOption[] }
type Options = Pick<LiveGame, 'data' | 'dataColors' | 'dataCardTypes'>

/** Dimensions of the game; a result is one option of each. */
export function dimensionsOf({ data, dataColors, dataCardTypes }: Options): LiveDimension[] {
  const all: LiveDimension[] = [
    { key: 'result', options: data },
    { key: 'color', options: dataColors },
    { key: 'type', options: dataCardTypes },
  ]
  return all.filter(({ key, options }) => key === 'result' || options.length > 0)
}

/** Selects an option, or clears it if it is already selected. */
export function withPick(choice: Choice, dimension: DimensionKey, drawno: string): Choice {
  const { [dimension]: before, ...others } = choice
  return before === drawno ? others : { ...others, [dimension]: drawno }
}

/** Request fields of the result; undefined until every dimension has an option. */
export function resultOf(live: Options, { result, color, type }: Choice) {
  const dimensions = dimensionsOf(live)
  const picks = { result, color, type }
  if (result === undefined || dimensions.some(({ key }) => picks[key] === undefined)) return undefined
  return { result, ...(color !== undefined && { color }), ...(type !== undefined && { type }) }
}

/** Labels of the selected options, e.g. `A · Spade · Under`; empty without any. */
export function choiceText(live: Options, choice: Choice): string {
  return chosenOptions(live, choice)
    .map(({ label }) => label)
    .join(' · ')
}

/** Payout of the choice at the current stakes, in points. */
export function costOf(live: Options, choice: Choice, booster: 1 | 2): number {
  const costs = chosenOptions(live, choice).map(option => (booster === 2 ? option.liabilityBoosted : option.liability))
  return toPoints(costs.reduce((sum, cost) => sum + toHundredths(cost), 0n))
}

/** Game balance after a payout of `cost`, in points. */
export function balanceAfter({ percentageData }: Pick<LiveGame, 'percentageData'>, cost: number): number {
  return toPoints(toHundredths(percentageData[0]?.gameBalance ?? 0) - toHundredths(cost))
}

/** Options of a stored result: `1-k-under` is the A, the spade and Under. */
export function resultParts(live: Options, result: string): Pick<LiveOption, 'drawno' | 'label' | 'image' | 'color'>[] {
  const dimensions = dimensionsOf(live)
  const parts = dimensions.length > 1 ? result.split('-') : [result]
  return parts.map(
    (drawno, at) => dimensions[at]?.options.find(option => option.drawno === drawno) ?? { drawno, label: drawno },
  )
}

export function chosenOptions(live: Options, choice: Choice): LiveOption[] {
  return dimensionsOf(live).flatMap(({ key, options }) => options.find(({ drawno }) => drawno === choice[key]) ?? [])
}

const noticeMs = 5_000

/** The draw that a result is saved for: the open one or, once that is locked, the next one. */
const targetDrawId = (live: LiveGame, isLocked: boolean) =>
  isLocked ? drawIdOf(live, Date.parse(live.drawAt) + live.timecount * 1000) : live.drawId

/** Form state of the next result: selection, booster, and saving it. */
export function useControl(offering: Offering, live: LiveGame | undefined, isStale: boolean, isLocked: boolean) {
  const text = texts.useText()
  const notice = useNotice({ durationMs: noticeMs, place: 'over' })
  const confirm = useConfirm()
  const saving = useSaveResult(offering)
  const maySave = useMayCall(liveApi.addResult)
  const [choice, setChoice] = useState<Choice>({})
  const [booster, setBooster] = useState<1 | 2>(1)
  const pick = useCallback(
    (dimension: DimensionKey, drawno: string) => setChoice(before => withPick(before, dimension, drawno)),
    [],
  )
  const clear = useCallback(() => setChoice({}), [])

  const saveNow = async ({ confirmFirst = false }: { confirmFirst?: boolean | undefined }) => {
    if (!maySave || !live || saving.isPending) return
    const result = resultOf(live, choice)
    if (!result) return notice.show('error', liveTexts.resultInvalid)
    // The draw at the moment of choice: a confirmation may outlast it.
    const drawId = targetDrawId(live, isLocked)
    if (confirmFirst && !isStaleRef.current && !(await confirm(buildQuestion(live)))) return
    if (isStaleRef.current) return notice.show('error', text('feedLostNote'))
    try {
      const request = { drawId, ...result, boosterValue: booster }
      const { message, isReplayed } = await saving.mutateAsync(request)
      const saved = message ?? liveTexts.resultAdded
      notice.show('success', isReplayed ? `${saved} ${text('changedOnce')}` : saved)
      clear()
      setBooster(1)
    } catch (error) {
      const failure = failureText(error, text('resultFailed'), text('resultError'))
      notice.show('error', error instanceof OutcomeUnknownError ? `${failure} ${text('resultUnanswered')}` : failure)
    }
  }
  const buildQuestion = (game: LiveGame) => {
    const label = choiceText(game, choice)
    const cost = formatPoints(costOf(game, choice, booster))
    return {
      title: text('saveQuestion', { label, game: game.gameName }),
      text: text('saveConsequence', { booster, cost }),
      confirmLabel: text('saveLabel', { label }),
    }
  }

  // A stable `save`: the feed updates the draw four times a second and must not re-render the save controls.
  const saveRef = useRef(saveNow)
  /** Read again after the confirmation: the feed may have been lost in the meantime. */
  const isStaleRef = useRef(isStale)
  useEffect(() => {
    saveRef.current = saveNow
    isStaleRef.current = isStale
  })
  const save = useCallback((options: { confirmFirst?: boolean } = {}) => saveRef.current(options), [])

  return { choice, booster, setBooster, pick, clear, save, maySave, isSaving: saving.isPending, notice }
}
export type Control = ReturnType<typeof useControl>

/**
 * @param rejected fallback when the server rejected the request without a message
 * @param broken fallback when there was no response
 */
export function failureText(error: unknown, rejected: string, broken: string): string {
  const failure = error instanceof OutcomeUnknownError ? error.cause : error
  return messageOf(failure, failure instanceof ApiError && failure.isRejected ? rejected : broken)
}

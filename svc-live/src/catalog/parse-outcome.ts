import { liveTexts } from '@cascade/contracts/live'
import { type Game, type Outcome, resultFromPicks } from '@cascade/draw-rules'
import { invalid } from '@cascade/service-kit'

type OutcomeInput = { result: string; color?: string | undefined; type?: string | undefined }

/** @throws AppError VALIDATION unless the input names exactly one option of each dimension */
export function parseOutcome(game: Game, { result, color, type }: OutcomeInput): Outcome {
  const outcome = resultFromPicks(game, {
    result,
    ...(color !== undefined && { color }),
    ...(type !== undefined && { type }),
  })
  if (!outcome) throw invalid(liveTexts.resultInvalid, 'result')
  return outcome
}

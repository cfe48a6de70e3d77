import { liveTexts } from '@cascade/contracts/live'
import { type Game, type Outcome, resultOf } from '@cascade/draw-rules'
import { invalid } from '@cascade/service-kit'

/** An operator's choice as the calls name it. */
type OutcomeInput = { result: string; color?: string | undefined; type?: string | undefined }

/** @throws AppError VALIDATION unless it names one option of each dimension of the game, and nothing else. */
export function parseOutcome(game: Game, { result, color, type }: OutcomeInput): Outcome {
  const outcome = resultOf(game, { result, ...(color !== undefined && { color }), ...(type !== undefined && { type }) })
  if (!outcome) throw invalid(liveTexts.resultInvalid, 'result')
  return outcome
}

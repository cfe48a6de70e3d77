import { invalid, sleep } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'

/** A game that was made a moment ago may still be on its way here. */
const waitMs = 3_000
const pollAfterMs = 100

/** An admin offers games that exist. @throws AppError VALIDATION at `games`. */
export async function requireGames({ games }: Pick<AccountsDeps, 'games'>, ids: readonly string[] = []): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const { isComplete, hasRemoved } = await games.check(ids)
    if (isComplete && !hasRemoved) return
    if (hasRemoved || performance.now() > deadline) throw invalid(accountTexts.unknownGame, 'games')
    await sleep(pollAfterMs)
  }
}

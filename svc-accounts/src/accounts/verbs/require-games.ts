import { invalid } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'

/** An admin offers games that exist. @throws AppError VALIDATION at `games`. */
export async function requireGames({ games }: Pick<AccountsDeps, 'games'>, ids: readonly string[] = []): Promise<void> {
  if (!(await games.haveAll(ids))) throw invalid(accountTexts.unknownGame, 'games')
}

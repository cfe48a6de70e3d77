import type { AccountsDeps } from '../deps'
import type { Login } from '../identity/login'

/** For so long, two logins count as one person after one has set up the other. */
const samePersonMs = 30 * 86_400_000
/** Levels of a tree, and its people. */
const roundsMax = 10

/** Logins that lately set up a login. */
export type Controllers = ReadonlyMap<string, readonly string[]>

/** Setters of logins, their setters, and so on. */
export async function findControllers(
  { credentials, now }: Pick<AccountsDeps, 'credentials' | 'now'>,
  loginIds: readonly string[],
): Promise<Controllers> {
  const since = new Date(now().getTime() - samePersonMs)
  const controllers = new Map<string, readonly string[]>()
  let ids = [...new Set(loginIds)]
  for (let round = 0; ids.length > 0 && round < roundsMax; round++) {
    const setUps = await credentials.setUpsOf(ids)
    for (const id of ids) {
      const recent = (setUps.get(id) ?? []).filter(({ at }) => at > since)
      controllers.set(
        id,
        recent.map(({ accountId }) => accountId),
      )
    }
    ids = [...new Set(ids.flatMap(id => controllers.get(id) ?? []))].filter(id => !controllers.has(id))
  }
  return controllers
}

/**
 * Whether one person may hold both logins. An account and a requester below it: if it has created the requester, set its
 * password or removed its factors lately. With people of accounts: also if a third login set up both.
 */
export function isOnePerson(
  controllers: Controllers,
  decider: Pick<Login, '_id' | 'person'>,
  requester: { _id: string; isPerson: boolean },
): boolean {
  if (!decider.person && !requester.isPerson) return controllers.get(requester._id)?.includes(decider._id) ?? false
  const holders = holdersOf(controllers, requester._id)
  return [...holdersOf(controllers, decider._id)].some(id => holders.has(id))
}

function holdersOf(controllers: Controllers, loginId: string): ReadonlySet<string> {
  const holders = new Set([loginId])
  for (const id of holders) for (const setter of controllers.get(id) ?? []) holders.add(setter)
  return holders
}

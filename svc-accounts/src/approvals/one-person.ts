import type { AccountsDeps } from '../deps'
import type { Login } from '../identity/login'

/** For so long, two logins count as one person after one has set up the other. */
const samePersonMs = 30 * 86_400_000

/** Logins that lately set up a login. */
export type Setters = ReadonlyMap<string, readonly string[]>

/** Setters of logins, and theirs. */
export async function findSetters(
  { credentials, now }: Pick<AccountsDeps, 'credentials' | 'now'>,
  loginIds: readonly string[],
): Promise<Setters> {
  const since = new Date(now().getTime() - samePersonMs)
  const read = async (ids: readonly string[]) =>
    Array.from(await credentials.setUpsOf(ids), ([id, setUps]) => {
      const recent = setUps.filter(({ at }) => at > since)
      return [id, recent.map(({ accountId }) => accountId)] as const
    })
  const first = await read(loginIds)
  return new Map([...(await read(first.flatMap(([, setters]) => setters))), ...first])
}

/**
 * True if one person may hold both logins: the decider has set up the requester, or its account where that has set up
 * its person. A person may also be the login that set it up.
 */
export function isOnePerson(
  setters: Setters,
  decider: Pick<Login, '_id' | 'person'>,
  requester: { _id: string; isPerson: boolean },
): boolean {
  const settersOf = (id: string) => setters.get(id) ?? []
  const direct = [requester._id, ...settersOf(requester._id)]
  const holders = requester.isPerson ? [...direct, ...direct.flatMap(settersOf)] : direct
  return [decider._id, ...(decider.person ? settersOf(decider._id) : [])].some(id => holders.includes(id))
}

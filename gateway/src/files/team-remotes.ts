import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { RemoteDescriptor, remotesInternal, SignedDescriptor } from '@cascade/contracts/gateway'
import {
  type Actor,
  AppError,
  type Background,
  conflict,
  type InternalClient,
  type Logger,
  notFound,
  sleep,
  startLoop,
} from '@cascade/service-kit'
import type { GatewayEnv } from '../env'
import type { HourCounts } from '../telemetry/hour-counts'
import { explain, type RemoteSource } from './remotes'
import { createSite, type createVerifiedFiles } from './verified-remote'

const refreshMs = 3_000
const lookMs = 30_000
/** A host that hangs does not delay the page. */
const lookWaitMsMax = 3_000
/** A file that is not listed may be of a version that another gateway has just accepted. */
const unlistedMs = 500

/** A descriptor with a valid signature. */
type SignedVersion = SignedDescriptor & { descriptor: RemoteDescriptor; files: Record<string, string> }
type Stored = Partial<SignedDescriptor> & { signature: string }
type Team = {
  id: string
  key: KeyObject
  site: ReturnType<typeof createSite>
  /** The newest one that its host has offered. */
  newest?: SignedVersion
  accepted?: SignedVersion
  previous?: SignedVersion | undefined
  /** Why what is accepted, or what its host offers, is not used. */
  faults: { accepted?: string | undefined; newest?: string | undefined }
}

export type TeamRemotes = ReturnType<typeof createTeamRemotes>

/**
 * Remotes of other teams. Their `remote.json` is signed by the key in `REMOTES`, and a version is served once a
 * superadmin has accepted it: svc-accounts stores what is accepted, so none is served before it has answered.
 * @param onChange called with the id of a remote after another version has been accepted
 */
export function createTeamRemotes(options: {
  remotes: GatewayEnv['REMOTES']
  call: InternalClient
  verified: ReturnType<typeof createVerifiedFiles>
  failures: Pick<HourCounts, 'add'>
  logger: Logger
  onChange: (id: string) => void
}) {
  const { remotes, call, verified, failures, logger, onChange } = options
  const teams = remotes.map(({ id, address, key }) => {
    const onFailure = (path: string) => {
      const version = [team.accepted, team.previous].find(each => each && path in each.files)
      failures.add(id, version?.descriptor.version ?? '')
    }
    const site = createSite(address, verified, logger, onFailure)
    const team: Team = { id, key: createPublicKey({ key: { ...key }, format: 'jwk' }), site, faults: {} }
    return team
  })
  /** Versions whose texts are not needed again. */
  let readSignatures: string[] = []
  let refreshing: Promise<void> | undefined
  let refreshedAt = 0
  let lookedAt = 0

  /** Reads what is accepted. @throws AppError UNAVAILABLE */
  function refresh(): Promise<void> {
    refreshing ??= readAccepted().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function readAccepted(): Promise<void> {
    refreshedAt = Date.now()
    const { remotes: stored } = await call(remotesInternal.read, { body: { signatures: readSignatures } })
    const missing = stored.flatMap(row => teams.flatMap(team => (team.id === row.id ? use(team, row) : [])))
    const signatures = stored.flatMap(({ accepted, previous }) =>
      [accepted.signature, previous?.signature ?? []].flat(),
    )
    readSignatures = signatures.filter(signature => !missing.includes(signature))
  }

  /** @returns signatures whose texts come with a later round */
  function use(team: Team, { accepted, previous }: Record<'accepted', Stored> & { previous?: Stored | undefined }) {
    const missing: string[] = []
    const open = ({ signature, text }: Stored) => {
      const opened = [team.accepted, team.previous].find(each => each?.signature === signature)
      if (opened || text !== undefined) return opened ?? openSigned(team, { signature, text: text ?? '' })
      // A version that was read before and is not here was rejected.
      if (!readSignatures.includes(signature)) missing.push(signature)
      return undefined
    }
    try {
      const next = open(accepted)
      // It may be signed by a former key.
      const before = attempt(() => previous && open(previous))
      if (!next || (next === team.accepted && before === team.previous)) return missing
      Object.assign(team, { accepted: next, previous: before })
      team.faults.accepted = undefined
      for (const version of [before, next]) team.site.list(version?.files ?? {})
      onChange(team.id)
    } catch (error) {
      noteFault(team, 'accepted', `its accepted version is not served: ${explain(error)}`)
    }
    return missing
  }

  /** Reads what a host offers. */
  async function look(team: Team): Promise<void> {
    lookedAt = Date.now()
    try {
      const offered = openSigned(team, await readSigned(team))
      const { version } = offered.descriptor
      const same = [team.accepted, team.previous].find(each => each?.descriptor.version === version)
      if (same && same.text !== offered.text)
        throw new Error(`version ${version} was accepted with other files: give the build another version`)
      team.newest = offered
      team.faults.newest = undefined
    } catch (error) {
      noteFault(team, 'newest', `its remote.json is rejected: ${explain(error)}`)
    }
  }

  function noteFault({ id, faults }: Team, kind: keyof Team['faults'], fault: string) {
    if (fault !== faults[kind]) logger.warn({ remote: id }, `remote ${id}: ${fault}`)
    faults[kind] = fault
  }

  function find(id: string): Team {
    const team = teams.find(each => each.id === id)
    if (!team) throw notFound()
    return team
  }

  /** @param next `to`, if it is accepted for the first time */
  async function change({ id, accepted }: Team, actor: Actor, to: SignedVersion, next?: SignedDescriptor) {
    await call(remotesInternal.accept, { body: { actor, id, replaces: accepted?.signature ?? null, next } })
    // One that began before the change does not know it.
    await refreshing?.catch(() => undefined)
    await refresh().catch(() => undefined)
    return { before: accepted?.descriptor.version ?? null, after: to.descriptor.version }
  }

  const sourceOf = (team: Team): RemoteSource => ({
    readDescriptor: async () => team.accepted?.descriptor,
    async serve(c, path) {
      if (!team.site.lists(path) && Date.now() - refreshedAt > unlistedMs) await refresh().catch(() => undefined)
      return team.site.serve(c, path)
    },
  })

  return {
    sources: teams.map(team => [team.id, sourceOf(team)] as const),

    /** Each with what its host offers now. */
    async read(): Promise<readonly Readonly<Team>[]> {
      await Promise.all([refresh(), Promise.race([Promise.all(teams.map(look)), sleep(lookWaitMsMax)])])
      return teams
    },

    /** @returns versions before and after @throws AppError NOT_FOUND, CONFLICT unless it is the newest and not accepted */
    async accept(id: string, version: string, actor: Actor) {
      const team = find(id)
      await Promise.all([refresh(), look(team)])
      const { newest, accepted } = team
      if (newest?.descriptor.version !== version || newest.signature === accepted?.signature)
        throw conflict(`Version ${version} is not the newest one, or it is accepted already. Please read it again.`)
      return change(team, actor, newest, { text: newest.text, signature: newest.signature })
    },

    /** @returns versions before and after @throws AppError NOT_FOUND, CONFLICT without a previous version */
    async rollBack(id: string, actor: Actor) {
      const team = find(id)
      await refresh()
      if (!team.previous) throw conflict('There is no previous version that is signed by its key.')
      return change(team, actor, team.previous)
    },

    /** Texts for `/readyz`. */
    faults: () =>
      teams.flatMap(({ id, faults }) =>
        Object.values(faults).flatMap(fault => (fault ? [`remote ${id}: ${fault}`] : [])),
      ),

    start(): Background {
      const round = async () => {
        const isLookDue = Date.now() - lookedAt >= lookMs
        if (teams.length > 0) await Promise.all([refresh(), isLookDue && Promise.all(teams.map(look))])
        return undefined
      }
      const isExpected = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE'
      return startLoop(round, { everyMs: refreshMs, logger, name: 'remotes of other teams', isExpected })
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

async function readSigned({ site }: Team): Promise<SignedDescriptor> {
  const read = async (path: string) =>
    (
      await site.request(path).catch((cause: unknown) => {
        throw new Error(`it has no ${path} that can be read`, { cause })
      })
    ).toString('utf8')
  const [text, signature] = await Promise.all([read('remote.json'), read('remote.json.sig')])
  return { text, signature: signature.trim() }
}

/** @throws Error with a sentence unless it is signed by the team's key, valid, and the team's */
function openSigned({ id, key }: Team, signed: SignedDescriptor): SignedVersion {
  const { text, signature } = signed
  const isSigned = verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  if (!isSigned || !SignedDescriptor.safeParse(signed).success)
    throw new Error('it is not signed by the key of its entry in REMOTES, or longer than 256 KB')
  const descriptor = RemoteDescriptor.parse(JSON.parse(text))
  if (descriptor.id !== id) throw new Error(`its id is ${descriptor.id}`)
  const { files } = descriptor
  if (!files) throw new Error('it lists no files')
  return { ...signed, descriptor, files }
}

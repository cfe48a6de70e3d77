import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type AcceptedVersion, RemoteDescriptor, remotesInternal, SignedDescriptor } from '@cascade/contracts/gateway'
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
type SignedVersion = SignedDescriptor & { hash: string; descriptor: RemoteDescriptor; files: Record<string, string> }
type Accepted = SignedVersion & Pick<AcceptedVersion, 'by' | 'at'>
type Team = {
  id: string
  key: KeyObject
  site: ReturnType<typeof createSite>
  /** The newest one that its host has offered. */
  newest?: SignedVersion
  accepted?: Accepted | undefined
  previous?: Accepted | undefined
  /** Why what its host offers, or what is accepted, is not used. */
  offerFault?: string | undefined
  acceptedFault?: string | undefined
}
export type TeamRemote = Readonly<Omit<Team, 'key' | 'site'>>

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
  const teams = new Map(
    remotes.map(({ id, address, key }): [string, Team] => {
      const onFailure = (path: string) => {
        const version = [team.accepted, team.previous].find(each => each && path in each.files)
        failures.add(id, version?.descriptor.version ?? '')
      }
      const team: Team = {
        id,
        key: createPublicKey({ key: { ...key }, format: 'jwk' }),
        site: createSite(address, verified, logger, onFailure),
      }
      return [id, team]
    }),
  )
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
    const known = [...teams.values()].flatMap(({ accepted, previous }) => [accepted, previous])
    const knownHashes = known.flatMap(version => version?.hash ?? [])
    const { remotes: stored } = await call(remotesInternal.read, { body: { knownHashes } })
    for (const row of stored) {
      const team = teams.get(row.id)
      if (team && row.accepted.hash !== team.accepted?.hash) use(team, row)
    }
  }

  function use(team: Team, stored: { accepted: AcceptedVersion; previous?: AcceptedVersion | undefined }) {
    const known = [team.accepted, team.previous]
    const open = ({ hash, signed, by, at }: AcceptedVersion): Accepted | undefined => {
      const version = known.find(each => each?.hash === hash) ?? (signed && openSigned(team, signed))
      return version && { ...version, by, at }
    }
    // It may be signed by a former key.
    const openPrevious = () => {
      try {
        return stored.previous && open(stored.previous)
      } catch {
        return undefined
      }
    }
    try {
      const accepted = open(stored.accepted)
      // Its text comes with a later round.
      if (!accepted) return
      const previous = openPrevious()
      Object.assign(team, { accepted, previous, acceptedFault: undefined })
      for (const version of [previous, accepted]) team.site.list(version?.files ?? {})
      onChange(team.id)
    } catch (error) {
      noteFault(team, 'acceptedFault', `its accepted version is not served: ${explain(error)}`)
    }
  }

  /** Reads what a host offers. */
  async function look(team: Team): Promise<void> {
    try {
      const offered = openSigned(team, await readSigned(team))
      const { version } = offered.descriptor
      const same = [team.accepted, team.previous].find(each => each?.descriptor.version === version)
      if (same && same.hash !== offered.hash)
        throw new Error(`version ${version} was accepted with other files: give the build another version`)
      team.newest = offered
      team.offerFault = undefined
    } catch (error) {
      noteFault(team, 'offerFault', `its remote.json is rejected: ${explain(error)}`)
    }
  }

  function noteFault(team: Team, kind: 'offerFault' | 'acceptedFault', fault: string) {
    if (fault !== team[kind]) logger.warn({ remote: team.id }, `remote ${team.id}: ${fault}`)
    team[kind] = fault
  }

  async function lookAtAll() {
    lookedAt = Date.now()
    await Promise.all([...teams.values()].map(look))
  }

  function find(id: string): Team {
    const team = teams.get(id)
    if (!team) throw notFound()
    return team
  }

  /** @param isNew `to` is accepted for the first time */
  async function change(team: Team, actor: Actor, to: SignedVersion, isNew: boolean) {
    const { accepted } = team
    const [before = null, after] = [accepted?.descriptor.version, to.descriptor.version]
    const next = isNew ? { version: after, signed: { text: to.text, signature: to.signature } } : undefined
    await call(remotesInternal.accept, { body: { actor, id: team.id, replaces: accepted?.hash ?? null, next } })
    // One that began before the change does not know it.
    await refreshing?.catch(() => undefined)
    await refresh().catch(() => undefined)
    return { before, after }
  }

  return {
    sources: new Map(
      [...teams.values()].map((team): [string, RemoteSource] => [
        team.id,
        {
          readDescriptor: async () => team.accepted?.descriptor,
          async serve(c, path) {
            if (!team.site.lists(path) && Date.now() - refreshedAt > unlistedMs) await refresh().catch(() => undefined)
            return team.site.serve(c, path)
          },
        },
      ]),
    ),

    /** Each with what its host offers now. */
    async read(): Promise<readonly TeamRemote[]> {
      await Promise.all([refresh(), Promise.race([lookAtAll(), sleep(lookWaitMsMax)])])
      return [...teams.values()]
    },

    /** @returns versions before and after @throws AppError NOT_FOUND, CONFLICT unless it is the newest and not accepted */
    async accept(id: string, version: string, actor: Actor) {
      const team = find(id)
      await Promise.all([refresh(), look(team)])
      const { newest, accepted } = team
      if (newest?.descriptor.version !== version || newest.hash === accepted?.hash)
        throw conflict(`Version ${version} is not the newest one, or it is accepted already. Please read it again.`)
      return change(team, actor, newest, true)
    },

    /** @returns versions before and after @throws AppError NOT_FOUND, CONFLICT without a previous version */
    async rollBack(id: string, actor: Actor) {
      const team = find(id)
      await refresh()
      if (!team.previous) throw conflict('There is no previous version that is signed by its key.')
      return change(team, actor, team.previous, false)
    },

    /** Texts for `/readyz`. */
    faults: () =>
      [...teams.values()].flatMap(({ id, offerFault, acceptedFault }) =>
        [acceptedFault, offerFault].flatMap(fault => (fault ? [`remote ${id}: ${fault}`] : [])),
      ),

    start(): Background {
      const round = async () => {
        if (teams.size === 0) return undefined
        await Promise.all([refresh(), Date.now() - lookedAt >= lookMs && lookAtAll()])
        return undefined
      }
      const isExpected = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE'
      return startLoop(round, { everyMs: refreshMs, logger, name: 'remotes of other teams', isExpected })
    },
  }
}

async function readSigned({ site }: Team) {
  const [text, signature] = await Promise.all([
    site.request('remote.json'),
    site.request('remote.json.sig').catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw new Error('it has no remote.json.sig')
      throw error
    }),
  ])
  return { text: text.toString('utf8'), signature: signature.toString('utf8').trim() }
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
  return { ...signed, hash: createHash('sha256').update(text).digest('hex'), descriptor, files }
}

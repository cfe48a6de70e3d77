import { type RemoteState, type RemoteVersion, remotesApi } from '@cascade/contracts/gateway'
import { rawRequestOf } from '../activity/activity'
import { type OwnEndpoints, requireActor } from '../proxy/own-endpoints'
import type { ApiCall } from '../request/context'
import type { HourCounts } from '../telemetry/hour-counts'
import type { RemoteRegistry } from './remotes'
import type { TeamRemote, TeamRemotes } from './team-remotes'

type Deps = {
  teamRemotes: TeamRemotes
  registry: RemoteRegistry
  loads: Pick<HourCounts, 'read'>
  failures: Pick<HourCounts, 'read'>
}

/** Superadmins read the versions of all remotes, and accept those of other teams. */
export function addRemoteEndpoints({ serve }: OwnEndpoints, deps: Deps): void {
  const { teamRemotes } = deps

  async function change(ctx: ApiCall, to: (id: string) => Promise<{ before: string | null; after: string }>) {
    const { id = '' } = rawRequestOf(ctx, {}).params
    ctx.c.set('changes', [{ field: 'version', ...(await to(id)) }])
    const states = await readStates(deps)
    return { data: states.find(({ _id }) => _id === id) as RemoteState }
  }

  serve(remotesApi.list, async () => ({ data: await readStates(deps) }))
  serve(remotesApi.accept, ({ ctx, input }) =>
    change(ctx, id => teamRemotes.accept(id, input.version, requireActor(ctx))),
  )
  serve(remotesApi.rollBack, ({ ctx }) => change(ctx, id => teamRemotes.rollBack(id, requireActor(ctx))))
}

async function readStates({ teamRemotes, registry, loads, failures }: Deps): Promise<RemoteState[]> {
  const teams = await teamRemotes.read()
  const teamIds = new Set(teams.map(({ id }) => id))
  const counts = (id: string, version: string) => ({
    version,
    loads: loads.read(id, version),
    failures: failures.read(id, version),
  })
  const own = (await registry.read()).flatMap(({ id, title, version }): RemoteState[] =>
    teamIds.has(id)
      ? []
      : [
          {
            _id: id,
            title,
            isOwn: true,
            accepted: { ...counts(id, version), misfits: [] },
            fault: registry.problemOf(id),
          },
        ],
  )
  const others = teams.map(({ id, newest, accepted, previous, acceptedFault, offerFault }): RemoteState => {
    const view = (
      version: (TeamRemote['newest'] & { by?: string; at?: string }) | undefined,
    ): RemoteVersion | undefined =>
      version && {
        ...counts(id, version.descriptor.version),
        misfits: registry.misfitsOf(version.descriptor),
        by: version.by,
        at: version.at,
      }
    return {
      ...{ _id: id, title: (accepted ?? newest)?.descriptor.title ?? id, isOwn: false },
      accepted: view(accepted),
      previous: view(previous),
      newest: newest?.hash === accepted?.hash ? undefined : view(newest),
      fault: acceptedFault ?? offerFault,
    }
  })
  return [...others, ...own]
}

import { type RemoteState, remotesApi } from '@cascade/contracts/gateway'
import { rawRequestOf } from '../activity/activity'
import type { ApiCall } from '../request/context'
import { type OwnEndpoints, requireActor } from '../request/own-endpoints'
import type { HourCounts } from '../telemetry/hour-counts'
import type { RemoteRegistry } from './remotes'
import type { TeamRemotes } from './team-remotes'

type Deps = { teamRemotes: TeamRemotes; registry: RemoteRegistry; loads: HourCounts; failures: HourCounts }

/** Superadmins read the versions of all remotes, and accept those of other teams. */
export function addRemoteEndpoints({ serve }: OwnEndpoints, deps: Deps): void {
  const { teamRemotes, registry, loads, failures } = deps

  async function readStates(): Promise<RemoteState[]> {
    const teams = await teamRemotes.read()
    const view = (id: string, version: string, misfits: string[]) => ({
      ...{ version, misfits, loads: loads.read(id, version), failures: failures.read(id, version) },
    })
    const others = teams.map(({ id, newest, accepted, previous, faults }): RemoteState => {
      const viewOf = (each: typeof newest) =>
        each && view(id, each.descriptor.version, registry.misfitsOf(each.descriptor))
      return {
        ...{ _id: id, title: (accepted ?? newest)?.descriptor.title ?? id, isOwn: false },
        ...{ accepted: viewOf(accepted), previous: viewOf(previous) },
        newest: newest?.signature === accepted?.signature ? undefined : viewOf(newest),
        fault: faults.accepted ?? faults.newest,
      }
    })
    const own = (await registry.read()).filter(({ id }) => !teams.some(team => team.id === id))
    const ours = own.map(({ id, title, version }): RemoteState => {
      return { _id: id, title, isOwn: true, accepted: view(id, version, []), fault: registry.problemOf(id) }
    })
    return [...others, ...ours]
  }

  async function change(ctx: ApiCall, to: (id: string) => ReturnType<TeamRemotes['accept']>) {
    const { id = '' } = rawRequestOf(ctx, {}).params
    ctx.c.set('changes', [{ field: 'version', ...(await to(id)) }])
    return { data: (await readStates()).find(({ _id }) => _id === id) as RemoteState }
  }

  serve(remotesApi.list, async () => ({ data: await readStates() }))
  serve(remotesApi.accept, ({ ctx, input }) =>
    change(ctx, id => teamRemotes.accept(id, input.version, requireActor(ctx))),
  )
  serve(remotesApi.rollBack, ({ ctx }) => change(ctx, id => teamRemotes.rollBack(id, requireActor(ctx))))
}

import { type ElevationInput, peopleApi, peopleTexts } from '@cascade/contracts/accounts'
import { type Call, notFound } from '@cascade/service-kit'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { requireLogin } from '../identity/login'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { requireRights, viewOf } from './people'

const minuteMs = 60_000

/**
 * Gives the calling person further rights for some minutes, once its owner or a superior has approved.
 * @throws AppError NOT_FOUND for another person, FORBIDDEN with reason APPROVAL_NEEDED
 */
export async function elevatePerson(deps: AccountsDeps, { ctx, input }: Call<ElevationInput & { personId: string }>) {
  const { account, person } = await requireLogin(deps, ctx)
  if (person?._id !== input.personId) throw notFound()
  const { rights, minutes } = input
  await requireRights(deps, account, rights)
  if (ctx.actor.approvalId === undefined)
    throw approvalNeeded({ operation: 'people.elevate', details: { rights, minutes: String(minutes) } })
  const at = deps.now()
  const elevation = { rights, until: new Date(at.getTime() + minutes * minuteMs) }
  const changes = [
    { field: 'person', before: person.username, after: person.username },
    { field: 'rights', before: person.rights, after: `${rights} until ${elevation.until.toISOString()}` },
  ]
  const record = authorityWrite(ctx, { endpoint: peopleApi.elevate, at, object: account, changes })
  await deps.transaction(async tx => {
    if (!(await deps.people.change(account._id, person._id, { elevation }, tx))) throw notFound()
    await deps.write([record], tx)
  })
  return { message: peopleTexts.changed, data: await viewOf(deps, { ...person, elevation }) }
}

import type { ActingPerson, BackOfficeRole } from '@cascade/contracts'
import { renderRemote } from '@cascade/ui-kit/testing'
import { signInAs } from '@cascade/web-kit/testing'
import remote from '../remote'

/** Opens a route of this remote, signed in with `role` or as a person of such an account. */
export async function open(role: BackOfficeRole, path: string, person?: ActingPerson) {
  const actor = signInAs({ role, _id: `${role}-0`, username: `${role}0`, person })
  return { actor, ...(await renderRemote(remote.routes, `/${role}/${path}`)) }
}

import type { StandardRights } from '@cascade/contracts'
import type { Actor } from '@cascade/service-kit'
import { testPassword, type World } from './world'

let count = 0

/** A person of the actor's account, named Anita Rao. */
export async function makePerson(world: World, as: Actor, rights: StandardRights) {
  count += 1
  const username = `anita${count}`
  const body = { name: 'Anita Rao', username, password: testPassword, rights }
  const { _id } = (await world.call('POST /people', { as, body })).body.data as { _id: string }
  return { _id, username, signIn: () => world.actorOf(username) }
}

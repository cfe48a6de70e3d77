import { SessionEnded } from '@cascade/contracts/accounts'
import type { Background, Bus } from '@cascade/service-kit'
import type { PasswordMemory } from '../credentials/password-memory'

/** A session that another replica ended: what this process knew of its password is gone too. */
export function forgetEndedSessions(bus: Bus, passwords: PasswordMemory): Background {
  const listening = bus.listen(SessionEnded.shape.type.value, payload => {
    passwords.forget(SessionEnded.parse(payload).data.sessionIds)
  })
  return {
    stop: async () => {
      // Without NATS the wait for it ends only with the process.
      if (bus.isUp()) (await listening)()
    },
  }
}

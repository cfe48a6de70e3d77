/** Another machine, or a network namespace, on which a program runs. */
export type Machine = {
  /** Listening address, reachable from here. */
  host: string
  /** Command prefix that enters the machine. */
  enter?: readonly string[]
  /** Additional environment; overrides all else. */
  env?: Readonly<Record<string, string>>
  /** Checkout whose build runs there; ours by default. */
  code?: string
}

const here: Machine = { host: '127.0.0.1' }

/** The command that runs `command` on this machine. */
export function commandAt({ enter = [] }: Machine = here, command: string, args: readonly string[]) {
  const [first = command, ...rest] = [...enter, command, ...args]
  return { command: first, args: rest }
}

export const hostOf = ({ host }: Machine = here) => host

/** Where a program runs that does not run beside us: a machine of its own, or what stands for one. */
export type Machine = {
  /** Address that it listens on and is reached at. */
  host: string
  /** Words before its command, by which it gets there. */
  enter?: readonly string[]
  /** What it is told besides, winning over everything. */
  env?: Readonly<Record<string, string>>
  /** Folder of the checkout whose build runs there; ours by default. */
  code?: string
}

const here: Machine = { host: '127.0.0.1' }

/** A command as it is to be given to run there. */
export function commandAt({ enter = [] }: Machine = here, command: string, args: readonly string[]) {
  const [first = command, ...rest] = [...enter, command, ...args]
  return { command: first, args: rest }
}

export const hostOf = ({ host }: Machine = here) => host

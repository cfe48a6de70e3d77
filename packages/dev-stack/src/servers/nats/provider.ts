import type { Log } from '../server'

/** Finds or installs a `nats-server`: its path, or in one sentence why it cannot serve here. */
export type NatsProvider = (log: Log) => Promise<{ binary: string } | string>

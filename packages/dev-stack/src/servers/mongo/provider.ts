import type { Log, RunningServer } from '../server'

/** Programs that write data files only they can read again. */
export type MongoEngine = 'mongod' | 'secantusd-rs' | 'secantusd-py'

export type MongoPlace = {
  dataDir: string
  port: number
}

/** A server program that is on this machine, ready to be started. */
export type MongoLauncher = {
  name: string
  engine: MongoEngine
  /** What its user should know, printed at the start. */
  note?: string
  launch(place: MongoPlace): Promise<RunningServer>
}

/** Finds or installs one kind of server; answers in one sentence why it cannot serve here. */
export type MongoProvider = (log: Log) => Promise<MongoLauncher | string>

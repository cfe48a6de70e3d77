import { createServer, type Socket } from 'node:net'
import { type Document, Long, ObjectId } from 'mongodb'
import { freePort } from '../../servers/ports'
import { type Code, type CommandKind, errorReply, unconfirmed } from './errors'
import { createLag } from './lag'
import type { Fault, Step } from './schedule'
import { createSessions, ends, type Transaction } from './sessions'
import { createSortCheck } from './sorts'
import { connectUpstream, encode, isOk, type Message, nameOf, readMessages } from './wire'

export type MongoRules = Awaited<ReturnType<typeof startMongoRules>>
type Options = {
  /** Actions of a role. `actionOf` returns the action that a command requires, undefined for none. */
  rights?: { actions: readonly string[]; actionOf: (command: string) => string | undefined }
  /** Collections with few rows, which need no index for a sort. */
  small?: readonly string[]
}

const greetings = ['hello', 'isMaster', 'ismaster']
/** Commands that need no primary. */
const always = [...greetings, 'ping', 'buildInfo', 'endSessions', 'saslStart', 'saslContinue']
const writes = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']
const definitions = ['create', 'createIndexes', 'collMod', 'drop', 'dropIndexes', 'dropDatabase']
/** How a former primary refuses, in turn. */
const refusals = [10107, 11602, 189] as const
const kindOf = (name: string, transaction: Transaction | undefined): CommandKind => {
  if (name === 'commitTransaction') return 'commit'
  if (transaction) return 'transaction'
  if (writes.includes(name)) return 'write'
  return definitions.includes(name) ? 'definition' : 'read'
}

/** One command on its way. `term`: of the primary that got it. */
type Command = { document: Document; name: string; kind: CommandKind; term: number; execute: () => Promise<Document> }
/** Undefined closes the connection. */
type Answer = Promise<Document | undefined>

/**
 * A replica set of one member in front of a MongoDB-compatible server, which behaves as MongoDB 8 where the embedded
 * server does not: elections, error codes with their labels, lost replies, majority lag, retryable writes executed
 * once, limits of transactions. Two things differ from MongoDB: what was executed is never rolled back, and an error
 * code comes at once and not after a wait.
 * @param target address of one server without sign-in
 */
export async function startMongoRules(target: string, { rights, small = [] }: Options = {}) {
  const targetUrl = new URL(target)
  const address = `127.0.0.1:${await freePort()}`
  const violations = new Set<string>()
  const report = (violation: string) => void violations.add(violation)
  const own = connectUpstream(targetUrl)
  const sessions = createSessions(report)
  const lag = createLag(connectUpstream(targetUrl))
  const sorts = createSortCheck(own, report, small)
  const sockets = new Set<Socket>()
  const processId = new ObjectId()
  let steps: Step[] = []
  let [term, changes, refused, isPrimary, isDown] = [1, 0, 0, true, false]
  let primarySince = performance.now()
  let endElection: (() => void) | undefined

  const listener = createServer(join)
  await new Promise<void>(resolve => listener.listen(Number(new URL(`http://${address}`).port), '127.0.0.1', resolve))

  function join(socket: Socket) {
    socket.on('error', () => undefined)
    if (isDown) return socket.resetAndDestroy()
    sockets.add(socket)
    const upstream = connectUpstream(targetUrl, () => socket.destroy())
    let turn: Promise<void> = Promise.resolve()
    async function answer(message: Message) {
      const reply = await respond(message, () => upstream.send(message.bytes)).catch(() => undefined)
      if (reply) socket.write(encode(reply, message))
      else socket.resetAndDestroy()
    }
    readMessages(socket, message => {
      if (!message.isOneWay) turn = turn.then(() => answer(message))
    })
    socket.on('close', () => {
      sockets.delete(socket)
      void turn.finally(upstream.close)
    })
  }

  async function respond({ document }: Message, execute: Command['execute']): Answer {
    const name = nameOf(document)
    if (greetings.includes(name)) return greet(await execute())
    if (always.includes(name)) return execute()
    const transaction = sessions.transactionOf(document)
    const command = { document, name, kind: kindOf(name, transaction), term, execute }
    if (!isPrimary) return fail(command, refusals[refused++ % refusals.length] ?? 10107)
    const action = rights?.actionOf(name)
    if (action && !rights?.actions.includes(action)) {
      report(`not authorized: ${name} needs ${action}`)
      return fail(command, 13, `${name} needs ${action}`)
    }
    sorts.watch(document)
    if (name === 'killSessions') sessions.killed(document)
    return transaction ? inTransaction(command, transaction) : outside(command)
  }

  async function inTransaction(command: Command, transaction: Transaction): Answer {
    const { document, name, kind } = command
    const refusal = sessions.refusalOf(document, transaction)
    if (refusal) report(refusal.text)
    sessions.count(document, transaction)
    if (transaction.state !== 'open' || refusal) {
      const isDone = kind === 'commit' && transaction.state === 'committed'
      if (isDone) return confirm(command, { ok: 1 }, nextFault(kind))
      await abort(transaction)
      return fail(command, refusal?.code ?? 251, refusal?.text)
    }
    const fault = name === 'abortTransaction' ? undefined : nextFault(kind)
    if (fault?.type === 'lag') await lag.begin(fault.ms)
    if (fault && 'isExecuted' in fault && !fault.isExecuted) {
      if (fault.type === 'error') await abort(transaction)
      return withoutExecution(command, fault)
    }
    const reply = await command.execute()
    transaction.repliedAt = performance.now()
    const isDone = isOk(reply) && !reply.writeErrors
    if (ends.includes(name)) transaction.state = isDone && kind === 'commit' ? 'committed' : 'lost'
    else if (!isDone) transaction.state = 'lost'
    // Perhaps begun after the election had ended all others.
    else if (command.term !== term) {
      await abort(transaction)
      return fail(command, 251)
    }
    return kind === 'commit' && isDone ? confirm(command, reply, fault) : reply
  }

  async function outside(command: Command): Answer {
    const { document, kind, execute } = command
    const fault = nextFault(kind)
    if (fault?.type === 'delay') await new Promise(resolve => setTimeout(resolve, fault.ms))
    if (fault && 'isExecuted' in fault && !fault.isExecuted) return withoutExecution(command, fault)
    const $db = await lag.databaseFor(document)
    if ($db) return lag.asOwn(await own.send(encode({ ...document, $db })), $db, document)
    const reply = await sessions.once(document, execute)
    if (term !== command.term) return fail(command, 11602)
    const isWrite = kind === 'write' || kind === 'definition'
    return isWrite && isOk(reply) ? confirm(command, reply, fault) : reply
  }

  async function withoutExecution(command: Command, fault: Fault): Answer {
    if (fault.type === 'error') return fail(command, fault.code)
    if (fault.type !== 'election') return undefined
    elect(fault)
    return fail(command, 11602)
  }

  /** Answers what was executed, once a majority has it. */
  async function confirm(command: Command, reply: Document, fault?: Fault): Answer {
    if (fault?.type === 'lag' && fault.lostReplies > 0) {
      const left = fault.lostReplies - 1
      if (left > 0) steps.unshift({ kind: command.kind, skip: 0, fault: { ...fault, lostReplies: left } })
      return undefined
    }
    if (fault?.type === 'lost') return undefined
    // A repeated commit is not refused: it was executed.
    if (fault?.type === 'error' && fault.isExecuted) return fail(command, fault.code)
    if (fault?.type === 'election') elect(fault)
    await lag.caughtUp()
    if (term !== command.term) return fail(command, 11602)
    return fault?.type === 'unconfirmed' ? unconfirmed(reply) : reply
  }

  const fail = ({ document: { txnNumber, autocommit }, kind }: Command, code: Code, text?: string): Document =>
    errorReply(code, { kind, isRetryable: txnNumber !== undefined && autocommit !== false, text })

  function greet({ compression: _, ...document }: Document): Document {
    const electionId = new ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`)
    return {
      ...document,
      ...{ setName: 'rules', hosts: [address], me: address, isWritablePrimary: isPrimary, secondary: !isPrimary },
      ...('ismaster' in document && { ismaster: isPrimary }),
      ...(isPrimary ? { primary: address, electionId } : { primary: undefined, electionId: undefined }),
      topologyVersion: { processId, counter: Long.fromNumber(changes) },
    }
  }

  async function abort(transaction: Transaction): Promise<void> {
    transaction.state = 'lost'
    await own.command({ abortTransaction: 1, ...transaction.fields }).catch(() => undefined)
  }

  function nextFault(kind: CommandKind): Fault | undefined {
    const step = steps.find(each => each.kind === kind)
    if (!step || step.skip-- > 0) return undefined
    steps.splice(steps.indexOf(step), 1)
    return step.fault
  }

  /** A crash closes all connections and refuses new ones for half of the time. */
  function elect({ ms, isCrash }: { ms: number; isCrash: boolean }): void {
    if (!isPrimary) return
    term += 1
    changes += 1
    isPrimary = false
    isDown = isCrash
    lag.end()
    const aborted = Promise.all(sessions.loseOpen().map(abort))
    if (isCrash) for (const socket of sockets) socket.resetAndDestroy()
    const timers = [setTimeout(restart, ms / 2), setTimeout(() => void aborted.then(end), ms)]
    function end() {
      if (endElection !== end) return
      for (const timer of timers) clearTimeout(timer)
      endElection = undefined
      restart()
      isPrimary = true
      changes += 1
      primarySince = performance.now()
    }
    endElection = end
  }

  function restart() {
    isDown = false
  }

  function heal() {
    steps = []
    lag.end()
    endElection?.()
  }

  return {
    uri: `mongodb://${address}/?replicaSet=rules`,
    /** Faults from now on, instead of earlier ones. */
    follow(schedule: readonly Step[]): void {
      steps = schedule.map(step => ({ ...step }))
    },
    /** How many faults have not come yet. */
    left: (): number => steps.length,
    /** When the last election ended, in ms of `performance.now`. */
    primarySince: () => primarySince,
    heal,
    /** Rules of MongoDB that commands have broken. */
    async violations(): Promise<string[]> {
      await sorts.done()
      return [...violations]
    },
    async stop(): Promise<void> {
      heal()
      listener.close()
      for (const socket of sockets) socket.destroy()
      await lag.close().catch(() => undefined)
      own.close()
    },
  }
}

import { createServer, type Socket } from 'node:net'
import { type Document, Long, ObjectId } from 'mongodb'
import { freePort } from '../../servers/ports'
import { type Code, type CommandKind, errorReply, isRefusal, unconfirmed } from './errors'
import { createLag } from './lag'
import type { Fault, Step } from './schedule'
import { createSessions, nameOf, type Transaction } from './sessions'
import { createSortCheck } from './sorts'
import { connectUpstream, encode, type Message, readMessages, respondingTo, type Upstream, withDocument } from './wire'

export type MongoRules = Awaited<ReturnType<typeof startMongoRules>>

type Options = {
  /** What a role may do. `actionOf`: the action that a command needs, or undefined for none. */
  rights?: { actions: readonly string[]; actionOf: (command: string) => string | undefined }
  /** Collections with few rows, which need no index for a sort. */
  small?: readonly string[]
}

const greetings = ['hello', 'isMaster', 'ismaster']
/** Commands that need no primary. */
const always = [...greetings, 'ping', 'buildInfo', 'endSessions', 'saslStart', 'saslContinue']
const writes = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']
const definitions = ['create', 'createIndexes', 'collMod', 'drop', 'dropIndexes', 'dropDatabase']
const ends = ['commitTransaction', 'abortTransaction']
/** How the former primary refuses, in turn. */
const refusals: readonly Code[] = [10107, 11602, 189]

const kindOf = (name: string, transaction: Transaction | undefined): CommandKind => {
  if (name === 'commitTransaction') return 'commit'
  if (transaction) return 'transaction'
  if (writes.includes(name)) return 'write'
  return definitions.includes(name) ? 'definition' : 'read'
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** One command on its way. `undefined` as its answer closes the connection. */
type Command = {
  message: Message
  document: Document
  name: string
  kind: CommandKind
  upstream: Upstream
  /** Of the primary that got it. */
  term: number
}

/**
 * A replica set of one member in front of a MongoDB-compatible server, which behaves where the embedded server does not
 * as MongoDB 8 does: elections, error codes with their labels, lost replies, majority lag, retryable writes executed
 * once, and the limits of transactions. Two things differ from MongoDB: what it has executed it never rolls back, and
 * an error code comes at once and not after a wait.
 * @param target address of one server without sign-in
 */
export async function startMongoRules(target: string, { rights, small }: Options = {}) {
  const place = new URL(target)
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const violations = new Set<string>()
  const report = (violation: string) => void violations.add(violation)
  const own = connectUpstream(place)
  const sessions = createSessions(report)
  const lag = createLag(connectUpstream(place))
  const sorts = createSortCheck(own, report, small)
  const sockets = new Set<Socket>()
  const processId = new ObjectId()
  let steps: Step[] = []
  let [term, changes, refused] = [1, 0, 0]
  let [isPrimary, isDown] = [true, false]
  let primarySince = performance.now()
  let ending: (() => void) | undefined

  const listener = createServer(join)
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve))

  function join(socket: Socket) {
    if (isDown) {
      socket.on('error', () => undefined).resetAndDestroy()
      return
    }
    sockets.add(socket)
    const upstream = connectUpstream(place, () => socket.destroy())
    let turn: Promise<void> = Promise.resolve()
    readMessages(socket, message => {
      if (message.isOneWay) return
      turn = turn.then(async () => {
        const answer = await respond(message, upstream).catch(() => undefined)
        if (!answer) socket.resetAndDestroy()
        else if (!socket.destroyed) socket.write(respondingTo(answer, message.requestId))
      })
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      void turn.finally(upstream.close)
    })
  }

  async function respond(message: Message, upstream: Upstream): Promise<Buffer | undefined> {
    const { document } = message
    const name = nameOf(document)
    if (greetings.includes(name)) return greet(await upstream.send(message.bytes))
    if (always.includes(name)) return (await upstream.send(message.bytes)).bytes
    const transaction = sessions.transactionOf(document)
    const command = { message, document, name, kind: kindOf(name, transaction), upstream, term }
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

  async function inTransaction(command: Command, transaction: Transaction): Promise<Buffer | undefined> {
    const { document, name, kind } = command
    const refusal = sessions.refusalOf(document, transaction)
    if (refusal) report(refusal.text)
    sessions.count(document, transaction)
    if (kind === 'commit' && transaction.state === 'committed') {
      const fault = nextFault('commit')
      if (fault?.type === 'error' && isRefusal(fault.code)) return confirm(command, { ok: 1 })
      return confirm(command, { ok: 1 }, fault)
    }
    if (transaction.state !== 'open') return fail(command, 251)
    if (refusal) return give(refusal.code, refusal.text)
    const fault = name === 'abortTransaction' ? undefined : nextFault(kind)
    if (fault?.type === 'lag') await lag.begin(fault.ms)
    if (fault?.type === 'election' && !fault.isExecuted) elect(fault)
    if (fault && 'isExecuted' in fault && !fault.isExecuted) {
      if (fault.type === 'error') return give(fault.code)
      return fault.type === 'lost' || fault.isCrash ? undefined : fail(command, 11602)
    }
    const reply = await command.upstream.send(command.message.bytes)
    if (ends.includes(name)) transaction.state = isOk(reply.document) && kind === 'commit' ? 'committed' : 'lost'
    else if (!isOk(reply.document) || reply.document.writeErrors) transaction.state = 'lost'
    else if (wasLost(transaction)) return fail(command, 251)
    return kind === 'commit' && isOk(reply.document) ? confirm(command, reply.document, fault) : reply.bytes

    async function give(code: Code, text?: string) {
      await abort(transaction)
      return fail(command, code, text)
    }
  }
  /** A statement whose transaction an election has ended meanwhile. */
  const wasLost = ({ state }: Transaction) => state === 'lost'

  async function outside(command: Command): Promise<Buffer | undefined> {
    const { document, kind, message, upstream } = command
    const fault = nextFault(kind)
    if (fault?.type === 'delay') await sleep(fault.ms)
    if (fault?.type === 'election') elect(fault)
    if (fault && 'isExecuted' in fault && !fault.isExecuted) {
      if (fault.type === 'error') return fail(command, fault.code)
      return fault.type === 'election' && !fault.isCrash ? fail(command, 11602) : undefined
    }
    const database = await lag.databaseFor(document)
    if (database) {
      const reply = await upstream.send(encode({ ...document, $db: database }))
      return encode(lag.asOwn(reply.document, database, document))
    }
    const reply = await sessions.once(document, () => upstream.send(message.bytes))
    if (term !== command.term) return fail(command, 11602)
    const isWrite = kind === 'write' || kind === 'definition'
    return isWrite && isOk(reply.document) ? confirm(command, reply.document, fault) : reply.bytes
  }

  /** Answers what was executed, once a majority has it. */
  async function confirm(command: Command, reply: Document, fault?: Fault): Promise<Buffer | undefined> {
    if (fault?.type === 'lag' && fault.lostReplies > 0) {
      const repeated: Fault = { ...fault, lostReplies: fault.lostReplies - 1 }
      if (repeated.lostReplies > 0) steps.unshift({ kind: command.kind, skip: 0, fault: repeated })
      return undefined
    }
    if (fault?.type === 'lost') return undefined
    if (fault?.type === 'error') return fail(command, fault.code)
    if (fault?.type === 'election') {
      elect(fault)
      return fault.isCrash ? undefined : fail(command, 11602)
    }
    await lag.caughtUp()
    if (term !== command.term) return fail(command, 11602)
    return encode(fault?.type === 'unconfirmed' ? unconfirmed(reply) : reply)
  }

  function fail({ document, kind }: Command, code: Code, text?: string): Buffer {
    const isRetryable = document.txnNumber !== undefined && document.autocommit !== false
    return encode(errorReply(code, { kind, isRetryable, ...(text !== undefined && { text }) }))
  }

  function greet(reply: Message): Buffer {
    const { compression: _, ...document } = reply.document
    return withDocument(reply, {
      ...document,
      setName: 'rules',
      hosts: [address],
      me: address,
      isWritablePrimary: isPrimary,
      ...('ismaster' in document && { ismaster: isPrimary }),
      secondary: !isPrimary,
      primary: isPrimary ? address : undefined,
      electionId: isPrimary ? new ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`) : undefined,
      topologyVersion: { processId, counter: Long.fromNumber(changes) },
    })
  }

  async function abort(transaction: Transaction): Promise<void> {
    transaction.state = 'lost'
    await own.command({ abortTransaction: 1, ...transaction.fields }).catch(() => undefined)
  }

  function nextFault(kind: CommandKind): Fault | undefined {
    const at = steps.findIndex(step => step.kind === kind)
    const step = steps[at]
    if (!step || step.skip-- > 0) return undefined
    steps.splice(at, 1)
    return { ...step.fault }
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
    const restart = setTimeout(() => {
      isDown = false
    }, ms / 2)
    const timer = setTimeout(() => void aborted.then(end), ms)
    function end() {
      if (ending !== end) return
      for (const each of [restart, timer]) clearTimeout(each)
      ending = undefined
      isDown = false
      isPrimary = true
      changes += 1
      primarySince = performance.now()
    }
    ending = end
  }

  return {
    uri: `mongodb://${address}/?replicaSet=rules`,
    elect,
    /** Begins a majority lag. */
    lag: lag.begin,
    /** Faults from now on, instead of earlier ones. */
    follow(schedule: readonly Step[]): void {
      steps = schedule.map(step => ({ ...step }))
    },
    /** Steps that have not come yet. */
    left: (): readonly Step[] => steps,
    isPrimary: () => isPrimary,
    /** When the last election ended, in ms of `performance.now`. */
    primarySince: () => primarySince,
    heal(): void {
      steps = []
      lag.end()
      ending?.()
    },
    /** Rules of MongoDB that commands have broken. */
    async violations(): Promise<string[]> {
      await sorts.done()
      return [...violations]
    },
    async stop(): Promise<void> {
      steps = []
      ending?.()
      listener.close()
      for (const socket of sockets) socket.destroy()
      await lag.close().catch(() => undefined)
      own.close()
    },
  }
}

const isOk = ({ ok }: Document) => Number(ok) === 1

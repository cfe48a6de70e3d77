import type { Binary, Document, Long } from 'mongodb'
import type { Code } from './errors'
import { isOk, nameOf } from './wire'

export type Transaction = {
  state: 'open' | 'committed' | 'lost'
  /** Its first command. */
  begin: string
  /** Time between its commands: the embedded server's own is not MongoDB's. */
  clientMs: number
  repliedAt: number
  isCommitSent: boolean
  commands: number
  writes: number
  /** Fields of a command that belongs to it. */
  fields: { lsid: Document; txnNumber: Long; autocommit: false; $db: 'admin' }
}
/** `write`: the newest retryable write, which the server executes once. */
type Session = { transaction?: Transaction; write?: { number: string; reply: Promise<Document> } }

/** The default of `transactionLifetimeLimitSeconds`. */
const transactionMsMax = 60_000
const transactionWritesMax = 2_000

/** Commands that MongoDB allows in a transaction, as far as the driver sends them. */
const allowed = [
  ...['find', 'getMore', 'killCursors', 'aggregate', 'distinct', 'insert', 'update', 'delete', 'findAndModify'],
  ...['bulkWrite', 'create', 'createIndexes', 'commitTransaction', 'abortTransaction'],
]
export const ends = ['commitTransaction', 'abortTransaction']
const forbiddenStages = ['$out', '$merge', '$collStats', '$indexStats', '$currentOp', '$listSessions']

const writesOf = ({ documents, updates, deletes, ops, findAndModify }: Document): number =>
  (documents ?? updates ?? deletes ?? ops ?? (findAndModify ? [findAndModify] : [])).length

/** Transactions and retryable writes by session, with MongoDB's rules for them. */
export function createSessions(report: (violation: string) => void) {
  const sessions = new Map<string, Session>()

  function sessionOf({ lsid }: Document): Session {
    const id = (lsid.id as Binary).toString('hex')
    const session = sessions.get(id) ?? {}
    sessions.set(id, session)
    return session
  }

  function lose({ transaction }: Session): Transaction[] {
    if (transaction?.state !== 'open') return []
    transaction.state = 'lost'
    return [transaction]
  }

  return {
    /** The transaction of a command, which its first command opens; undefined outside of one. */
    transactionOf(document: Document): Transaction | undefined {
      const { lsid, txnNumber, autocommit, startTransaction } = document
      if (autocommit !== false) return undefined
      const session = sessionOf(document)
      if (String(session.transaction?.fields.txnNumber) !== String(txnNumber)) {
        const fields = { lsid, txnNumber, autocommit, $db: 'admin' } as const
        const state = startTransaction === true ? 'open' : 'lost'
        const begin = `${nameOf(document)} ${document[nameOf(document)]}`
        const count = { clientMs: 0, repliedAt: performance.now(), isCommitSent: false, commands: 0, writes: 0 }
        session.transaction = { state, begin, ...count, fields }
      }
      return session.transaction
    },

    /** Why MongoDB refuses a command in a transaction. */
    refusalOf(document: Document, { commands }: Transaction): { code: Code; text: string } | undefined {
      const name = nameOf(document)
      const isEnd = ends.includes(name)
      const target = String(document[name])
      const { pipeline = [], readConcern, writeConcern, $db } = document
      const stage = (pipeline as Document[]).map(nameOf).find(each => forbiddenStages.includes(each)) ?? ''
      const isSystem = ['admin', 'config', 'local'].includes($db) || target.startsWith('system.')
      if (!allowed.includes(name) || stage) return { code: 263, text: `${name} ${stage} in a transaction` }
      if (isSystem && !isEnd && name !== 'bulkWrite') return { code: 263, text: `${name} of ${$db}.${target}` }
      if (name === 'killCursors' && commands === 0) return { code: 263, text: 'killCursors begins a transaction' }
      if (readConcern && commands > 0) return { code: 72, text: `read concern of a later ${name}` }
      if (readConcern?.level === 'linearizable') return { code: 72, text: 'linearizable in a transaction' }
      if (writeConcern && !isEnd) return { code: 72, text: `write concern of a ${name} in a transaction` }
      return undefined
    },

    /** Counts a command of a transaction, and reports at its first commit that it is too long or too large. */
    count(document: Document, transaction: Transaction): void {
      transaction.commands += 1
      transaction.writes += writesOf(document)
      transaction.clientMs += performance.now() - transaction.repliedAt
      if (!document.commitTransaction || transaction.isCommitSent) return
      transaction.isCommitSent = true
      const { begin, clientMs, writes } = transaction
      if (clientMs > transactionMsMax) report(`a transaction of ${clientMs.toFixed(0)} ms, from ${begin}`)
      if (writes > transactionWritesMax) report(`a transaction of ${writes} writes, from ${begin}`)
    },

    /** A new primary has no open transactions. */
    loseOpen: (): Transaction[] => [...sessions.values()].flatMap(lose),

    killed({ killSessions }: Document): void {
      for (const lsid of killSessions) lose(sessionOf({ lsid }))
    },

    /** Executes a retryable write once: its repetition gets the reply of the first. */
    async once(document: Document, execute: () => Promise<Document>): Promise<Document> {
      if (document.txnNumber === undefined) return execute()
      const session = sessionOf(document)
      const number = String(document.txnNumber)
      if (session.write?.number === number) return session.write.reply
      const write = { number, reply: execute() }
      session.write = write
      const isExecuted = await write.reply.then(isOk, () => false)
      if (!isExecuted && session.write === write) delete session.write
      return write.reply
    },
  }
}

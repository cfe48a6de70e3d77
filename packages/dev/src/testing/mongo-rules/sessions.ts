import type { Binary, Document, Long } from 'mongodb'
import type { Code } from './errors'
import type { Message } from './wire'

export type Transaction = {
  state: 'open' | 'committed' | 'lost'
  number: string
  startedAt: number
  commands: number
  writes: number
  /** Fields of a command that belongs to it. */
  fields: { lsid: Document; txnNumber: Long; autocommit: false; $db: 'admin' }
}
/** `write`: the newest retryable write, which the server executes once. */
type Session = { transaction?: Transaction; write?: { number: string; reply: Promise<Message> } }
type Refusal = { code: Code; text: string }

const transactionMsMax = 5_000
const transactionWritesMax = 2_000

/** Commands that MongoDB allows in a transaction, as far as the driver sends them. */
const allowed = [
  ...['find', 'getMore', 'killCursors', 'aggregate', 'distinct', 'insert', 'update', 'delete', 'findAndModify'],
  ...['bulkWrite', 'create', 'createIndexes', 'commitTransaction', 'abortTransaction'],
]
const ends = ['commitTransaction', 'abortTransaction']
const writeFields = ['documents', 'updates', 'deletes', 'ops'] as const
const levels = ['local', 'majority', 'snapshot']
const forbiddenStages = ['$out', '$merge', '$collStats', '$indexStats', '$currentOp', '$listSessions']

export const nameOf = (document: Document): string => Object.keys(document)[0] ?? ''

const writesOf = (document: Document): number =>
  'findAndModify' in document ? 1 : writeFields.reduce((sum, field) => sum + (document[field]?.length ?? 0), 0)

/** Transactions and retryable writes by session, with MongoDB's rules for them. */
export function createSessions(report: (violation: string) => void) {
  const sessions = new Map<string, Session>()

  function sessionOf({ lsid }: Document): Session {
    const id = (lsid.id as Binary).toString('hex')
    const session = sessions.get(id) ?? {}
    sessions.set(id, session)
    return session
  }

  /** The transaction of a command, which its first command opens; undefined outside of one. */
  function transactionOf(document: Document): Transaction | undefined {
    if (document.autocommit !== false) return undefined
    const session = sessionOf(document)
    const { lsid, txnNumber } = document
    const number = String(txnNumber)
    const isKnown = session.transaction?.number === number
    if (isKnown && session.transaction) return session.transaction
    const fields = { lsid, txnNumber, autocommit: false, $db: 'admin' } as const
    const state = document.startTransaction === true ? 'open' : 'lost'
    session.transaction = { state, number, startedAt: performance.now(), commands: 0, writes: 0, fields }
    return session.transaction
  }

  /** Why MongoDB refuses a command in a transaction. */
  function refusalOf(document: Document, { commands }: Transaction): Refusal | undefined {
    const name = nameOf(document)
    const isEnd = ends.includes(name)
    const stages: Document[] = document.pipeline ?? []
    const stage = stages.flatMap(each => Object.keys(each)).find(each => forbiddenStages.includes(each))
    const target = String(document[name] ?? '')
    const isSystem = ['admin', 'config', 'local'].includes(document.$db) || target.startsWith('system.')
    if (!allowed.includes(name) || stage) return { code: 263, text: `${name} ${stage ?? ''} in a transaction` }
    if (isSystem && !isEnd && name !== 'bulkWrite') return { code: 263, text: `${name} of ${document.$db}.${target}` }
    if (name === 'killCursors' && commands === 0) return { code: 263, text: 'killCursors begins a transaction' }
    if (document.readConcern && commands > 0) return { code: 72, text: `read concern of a later ${name}` }
    const level = document.readConcern?.level ?? 'local'
    if (!levels.includes(level)) return { code: 72, text: `read concern ${level} in a transaction` }
    if (document.writeConcern && !isEnd) return { code: 72, text: `write concern of a ${name} in a transaction` }
    return undefined
  }

  /** Counts a command of a transaction, and reports one that is too long or too large. */
  function count(document: Document, transaction: Transaction): void {
    transaction.commands += 1
    transaction.writes += writesOf(document)
    if (!ends.includes(nameOf(document))) return
    const ms = performance.now() - transaction.startedAt
    if (transaction.state === 'open' && ms > transactionMsMax) report(`a transaction of ${ms.toFixed(0)} ms`)
    if (transaction.writes > transactionWritesMax) report(`a transaction of ${transaction.writes} writes`)
  }

  return {
    transactionOf,
    refusalOf,
    count,

    /** Marks all open transactions as lost, as a new primary does not have them. */
    loseOpen(): Transaction[] {
      const open = [...sessions.values()].flatMap(({ transaction }) =>
        transaction?.state === 'open' ? [transaction] : [],
      )
      for (const transaction of open) transaction.state = 'lost'
      return open
    },

    killed({ killSessions }: Document): void {
      for (const lsid of killSessions as Document[]) {
        const { transaction } = sessionOf({ lsid })
        if (transaction?.state === 'open') transaction.state = 'lost'
      }
    },

    /** Executes a retryable write once: its repetition gets the reply of the first. */
    async once(document: Document, execute: () => Promise<Message>): Promise<Message> {
      if (document.txnNumber === undefined) return execute()
      const session = sessionOf(document)
      const number = String(document.txnNumber)
      if (session.write?.number === number) return session.write.reply
      const reply = execute()
      session.write = { number, reply }
      const forget = () => {
        if (session.write?.reply === reply) delete session.write
      }
      reply.then(({ document: { ok } }) => Number(ok) !== 1 && forget(), forget)
      return reply
    },
  }
}

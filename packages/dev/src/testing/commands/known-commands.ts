type Family = {
  /**
   * Commands with the actions that a user needs for them and their options, `name (action action): option option`; `*`
   * allows a command inside transactions, `~` marks one that only tests and tools send.
   */
  commands: readonly string[]
  operators?: string
  mongodb: string
  /** Known differences of the embedded server. */
  embedded?: string
  /** Path below https://www.mongodb.com/docs/manual/. */
  page: string
}

/**
 * Commands that services, their tests and the driver send to MongoDB, by shape (`shapes.ts`), with their limits. Any
 * other command, option or operator fails the integration tests: look up its limits, then add it.
 */
const families: Readonly<Record<string, Family>> = {
  transactions: {
    commands: ['*commitTransaction: writeConcern recoveryToken', '*abortTransaction: writeConcern recoveryToken'],
    mongodb: `Replica set or router only. At most 60 s (transactionLifetimeLimitSeconds), 5 ms for a lock, about a thousand
      documents, a small part of the cache, 16 MB per oplog entry. Only the commit has a write concern. A conflict (112) is
      a TransientTransactionError: retry the whole transaction. The driver retries commits once; after
      UnknownTransactionCommitResult it may be committed. A failover drops uncommitted transactions.`,
    embedded: 'No write concern (one node). A client killed inside a transaction leaves locks for 60 s, as in MongoDB.',
    page: 'core/transactions-production-consideration',
  },
  reads: {
    commands: [
      '*find (find): filter projection sort limit skip batchSize singleBatch maxTimeMS readConcern',
      '*getMore (find): collection batchSize maxTimeMS',
      'killCursors: cursors',
      'count (find): query maxTimeMS readConcern',
      'distinct (find): key query readConcern',
      'explain (find): verbosity readConcern',
    ],
    operators: '$eq $ne $gt $gte $lt $lte $in $nin $exists $and $or $nor $not $expr $regex $options',
    mongodb: `A batch is at most 16 MB. A sort without an index spills to disk above 100 MB. Cursors expire after 10 idle
      minutes, their session after 30. A regex uses an index only for a case-sensitive prefix. In a transaction: one
      snapshot, no cursors from outside, no count.`,
    embedded: `A find with sort or hint reads all matches before its limit: add an equality that keeps them few. Multikey
      indexes are slow; $or and $regex take seconds on many rows. Read concerns are accepted and ignored.`,
    page: 'reference/limits',
  },
  writes: {
    commands: [
      '*insert (insert): documents ordered writeConcern readConcern',
      '*update (insert update find): updates ordered writeConcern readConcern',
      '*delete (remove find): deletes ordered writeConcern readConcern',
      `*findAndModify (find insert update remove): query update remove new upsert fields sort writeConcern readConcern
        maxTimeMS`,
    ],
    operators: '$set $unset $setOnInsert $inc $max $min $push $pull $each $slice $addToSet',
    mongodb: `At most 16 MB per document, 48 MB and 100,000 writes per command. Writes of one document are atomic, of several
      only in a transaction. The driver retries a write once after a lost connection, and the server deduplicates it by
      its number; updateMany and deleteMany are not retried. w:majority waits for most of the nodes.`,
    embedded: 'Retried writes may be applied twice: make each idempotent, or use a transaction with a key.',
    page: 'core/retryable-writes',
  },
  'writes to several collections': {
    commands: [
      `*bulkWrite (find insert update remove): ops nsInfo ordered errorsOnly bypassDocumentValidation writeConcern
        cursor`,
    ],
    mongodb: `New in 8.0, checked at each start (server-requirements.ts). At most 100,000 operations and 48 MB per command;
      the driver splits longer ones, which are atomic only in a transaction. With errorsOnly the response lists only errors.`,
    page: 'reference/command/bulkWrite',
  },
  aggregations: {
    commands: ['*aggregate (find): pipeline cursor readConcern maxTimeMS'],
    operators: '$match $group $limit $sum $cond',
    mongodb: `A stage spills to disk above 100 MB; a result document is at most 16 MB. Some stages ($out, $merge, $collStats)
      are not allowed in transactions.`,
    embedded: 'No $where, no text search.',
    page: 'core/aggregation-pipeline-limits',
  },
  'collections and indexes': {
    commands: [
      'create (createCollection): validator validationLevel validationAction writeConcern',
      `createIndexes (createIndex): indexes writeConcern key name unique sparse expireAfterSeconds
        partialFilterExpression v`,
      'collMod (collMod): validator validationLevel index writeConcern',
      'listCollections (listCollections): filter cursor nameOnly authorizedCollections',
      'listIndexes (listIndexes): cursor includeBuildUUIDs',
      'dropIndexes (dropIndex): index writeConcern',
      'drop (dropCollection): writeConcern',
      '~dropDatabase (dropDatabase): writeConcern',
    ],
    operators: '$jsonSchema',
    mongodb: `At most 64 indexes per collection. Index builds allow concurrent writes, with a lock at begin and end, and wait
      for all voting members with data (commitQuorum): if one is down they do not finish. createIndexes replies when the
      build is complete, and a repeated one waits for it; listIndexes lists it before. The same key with other options
      needs another name. collMod and drops wait for an exclusive lock, as open transactions hold the collection's, and
      block what comes after them; collMod fails during an index build (12587). A validator checks only later writes. TTL
      runs once a minute, on the primary. Transactions may create only new, empty collections and indexes.`,
    embedded: `No text, hashed or wildcard index. Rows that left a partial index are read again at each poll (outbox.ts).`,
    page: 'reference/command/createIndexes',
  },
  'server and sessions': {
    commands: [
      'hello: helloOk backpressure client topologyVersion maxAwaitTimeMS',
      'ping:',
      'buildInfo:',
      'dbStats (dbStats):',
      'endSessions: writeConcern',
      'killSessions: writeConcern',
      'saslStart: mechanism payload options autoAuthorize',
      'saslContinue: conversationId payload',
    ],
    mongodb: `With access control a user can end only its own sessions, which suffices as all instances of a service share a
      user. Sessions expire after 30 idle minutes.`,
    page: 'reference/command/killSessions',
  },
}

const lines = Object.values(families).flatMap(({ commands }) => commands.map(parseLine))

export const knownShapes: ReadonlySet<string> = new Set([
  ...lines.flatMap(({ name, inTransactions, options }) => [
    name,
    ...(inTransactions ? [`${name} in a transaction`] : []),
    ...options.map(option => `${name}: ${option}`),
  ]),
  ...Object.values(families).flatMap(({ operators = '' }) => wordsOf(operators)),
])

/** Actions of MongoDB's roles that services need, with the command that needs each. */
export const neededActions: ReadonlyMap<string, string> = new Map(
  lines.flatMap(({ name, actions, onlyTests }) =>
    onlyTests ? [] : actions.map(action => [action, name] satisfies [string, string]),
  ),
)

/** @throws Error for a line without a command */
function parseLine(line: string) {
  const [, mark = '', name, actions = '', options = ''] = /^([*~]?)(\w+)(?: \(([^)]*)\))?:?(.*)$/s.exec(line) ?? []
  if (!name) throw new Error(`No command: ${line}`)
  return {
    name,
    actions: wordsOf(actions),
    options: wordsOf(options),
    inTransactions: mark === '*',
    onlyTests: mark === '~',
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(word => word !== '')
}

type Family = {
  /** Commands with their options, `name: option option`; `*` allows a command inside transactions. */
  commands: readonly string[]
  /** Operators in any command. */
  operators?: string
  /** Limits in the manual of MongoDB 8. */
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
    mongodb: `Only on a replica set or through a router. 60 s at most (transactionLifetimeLimitSeconds), 5 ms for a lock;
      about a thousand documents, of a small part of the cache; each entry of the oplog 16 MB. The write concern is the
      commit's alone. A conflict (112) is TransientTransactionError: all of it again. Commits are retried once by the
      driver; UnknownTransactionCommitResult says that it may be there. After a failover an uncommitted one is gone.`,
    embedded: 'No write concern (one node). Who is killed inside leaves locks for 60 s, as in MongoDB.',
    page: 'core/transactions-production-consideration',
  },
  reads: {
    commands: [
      '*find: filter projection sort limit skip batchSize singleBatch maxTimeMS readConcern',
      '*getMore: collection batchSize maxTimeMS',
      'killCursors: cursors',
      'count: query maxTimeMS readConcern',
      'distinct: key query readConcern',
    ],
    operators: '$eq $ne $gt $gte $lt $lte $in $nin $exists $and $or $nor $not $expr $regex $options',
    mongodb: `A batch is 16 MB at most. A sort without an index holds 100 MB, then it goes to disk. A cursor ends after
      10 minutes without a read, its session after 30. A regex uses an index only for a prefix, and never without case.
      In a transaction: one snapshot, a cursor from outside cannot be read on, and there is no count.`,
    embedded: `A find that is sorted or hinted reads all its matches before it limits them: name an equality that keeps
      them few. Multikey indexes are slow; $or and $regex take seconds on many rows. Read concerns are taken, not kept.`,
    page: 'reference/limits',
  },
  writes: {
    commands: [
      '*insert: documents ordered writeConcern readConcern',
      '*update: updates ordered writeConcern readConcern',
      '*delete: deletes ordered writeConcern readConcern',
      '*findAndModify: query update remove new upsert fields sort writeConcern readConcern maxTimeMS',
    ],
    operators: '$set $unset $setOnInsert $inc $max $min $push $pull',
    mongodb: `A document is 16 MB at most, a command 48 MB and 100,000 writes. One document is written atomically, several
      only in a transaction. The driver repeats a write once after a lost connection, and the server knows it by its
      number; writes of many documents by one statement are not repeated. w:majority waits for most of the nodes.`,
    embedded: 'A write that the driver repeats may be made twice: each is idempotent, or in a transaction with a key.',
    page: 'core/retryable-writes',
  },
  'writes to several collections': {
    commands: ['*bulkWrite: ops nsInfo ordered errorsOnly bypassDocumentValidation writeConcern cursor'],
    mongodb: `New in 8.0, asked for at each start (server.ts). 100,000 operations and 48 MB a command; the driver parts
      longer ones, which is one whole in a transaction alone. With errorsOnly the answer lists faults and nothing else.`,
    page: 'reference/command/bulkWrite',
  },
  aggregations: {
    commands: ['*aggregate: pipeline cursor readConcern maxTimeMS'],
    operators: '$match $group $limit $sum $cond $subtract $ifNull',
    mongodb: `A stage holds 100 MB, then it goes to disk; a document of the answer is 16 MB at most. Some stages
      ($out, $merge, $collStats) are not for transactions.`,
    embedded: `No $where, no text search. Thousands of rows as an array for each field ($push) cost less than half of what
      they cost as documents.`,
    page: 'core/aggregation-pipeline-limits',
  },
  'collections and indexes': {
    commands: [
      'create: writeConcern',
      'createIndexes: indexes writeConcern key name unique sparse expireAfterSeconds partialFilterExpression v',
      'collMod: validator validationLevel index',
      'listCollections: filter cursor nameOnly authorizedCollections',
      'listIndexes: cursor',
      'dropIndexes: index writeConcern',
      'drop: writeConcern',
      'dropDatabase: writeConcern',
    ],
    operators: '$jsonSchema',
    mongodb: `64 indexes a collection. An index is built while others write, under a lock at begin and end, and waits for
      all voting members that hold data (commitQuorum): with one of them away it does not end. The same key with other
      options needs another name. collMod and drops wait for every operation on the collection. A validator looks at
      what is written from now on. TTL looks once a minute, on the primary. In a transaction only what is new and
      empty may be made.`,
    embedded: `No text, hashed or wildcard index. What left a partial index is read again at each poll (outbox.ts).`,
    page: 'reference/command/createIndexes',
  },
  'server and sessions': {
    commands: [
      'hello: helloOk backpressure client topologyVersion maxAwaitTimeMS',
      'ping:',
      'buildInfo:',
      'dbStats:',
      'endSessions: writeConcern',
      'killSessions: writeConcern',
      'saslStart: mechanism payload options autoAuthorize',
      'saslContinue: conversationId payload',
    ],
    mongodb: `Under access control a user ends own sessions alone, which is enough: all instances of a service are one
      user. A session is forgotten after 30 minutes without use.`,
    page: 'reference/command/killSessions',
  },
}

/** All allowed shapes. */
export const knownShapes: ReadonlySet<string> = new Set(
  Object.values(families).flatMap(({ commands, operators = '' }) => [
    ...commands.flatMap(shapesIn),
    ...operators.split(/\s+/),
  ]),
)

function shapesIn(line: string): string[] {
  const [head = '', options = ''] = line.split(':')
  const name = head.replace('*', '')
  const own = options.split(/\s+/).filter(option => option !== '')
  return [name, ...(head.startsWith('*') ? [`${name} in a transaction`] : []), ...own.map(each => `${name}: ${each}`)]
}

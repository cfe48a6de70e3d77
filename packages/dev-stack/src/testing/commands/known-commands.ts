type Family = {
  /** Each command with its options, `name: option option`; with `*` before it also inside a transaction. */
  commands: readonly string[]
  /** Keys that begin with `$`, in any command. */
  operators?: string
  /** What MongoDB 8 says of them. */
  mongodb: string
  /** Where the embedded server does otherwise; nothing where it is not known to. */
  embedded?: string
  /** Below https://www.mongodb.com/docs/manual/. */
  page: string
}

/**
 * Every command that services and their tests send to MongoDB, by shape (`shapes.ts`), with the limits that hold for it,
 * and what the driver may send besides, when a connection is lost or a cursor left. A command, option or operator that
 * is not here fails the integration tests: look it up, then enter it.
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
      'distinct: key query readConcern',
      'explain: verbosity readConcern',
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
    operators: '$match $group $limit $sum $cond',
    mongodb: `A stage holds 100 MB, then it goes to disk; a document of the answer is 16 MB at most. Some stages
      ($out, $merge, $collStats) are not for transactions.`,
    embedded: 'No $where, no text search.',
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

/** Every shape that may be sent. */
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

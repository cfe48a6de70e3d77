import type { CommandStartedEvent } from 'mongodb'

/** Fields that the driver adds to every command. */
const ofDriver = new Set(
  'lsid txnNumber startTransaction autocommit $db $clusterTime $readPreference apiVersion comment'.split(' '),
)
/** Fields with stored documents, which contain no operators. */
const stored = new Set(['documents', 'document'])

/**
 * Shapes of a command, without values: `find`, `find: sort`, `find in a transaction`,
 * `createIndexes: unique`, `$set`.
 */
export function shapesOf({
  commandName: name,
  command,
}: Pick<CommandStartedEvent, 'commandName' | 'command'>): string[] {
  const options = Object.keys(command).filter(key => key !== name && !ofDriver.has(key))
  const indexes = name === 'createIndexes' ? (command.indexes as Record<string, unknown>[]) : []
  return [
    name,
    ...(command.autocommit === false ? [`${name} in a transaction`] : []),
    ...options.map(option => `${name}: ${option}`),
    ...indexes.flatMap(index => Object.keys(index)).map(option => `${name}: ${option}`),
    ...options.flatMap(option => (stored.has(option) ? [] : operatorsIn(command[option]))),
  ]
}

function operatorsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(operatorsIn)
  // Dates, ids and longs have a prototype of their own.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key.startsWith('$') ? [key] : []),
    ...(stored.has(key) ? [] : operatorsIn(inner)),
  ])
}

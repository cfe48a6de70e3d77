import type { AnyEvent } from '@cascade/contracts'
import { LedgerSealed } from '@cascade/contracts/accounts'
import { DrawResulted } from '@cascade/contracts/live'
import { type Background, resetReplica, type ServiceContext, startFeedConsumer } from '@cascade/service-kit'
import { appendToChain, type ChainEntry, sealLeaf } from '@cascade/service-kit/log-chain'
import type { z } from 'zod'

const sealed = LedgerSealed.shape.type.value
const resulted = DrawResulted.shape.type.value

/**
 * Appends signed draw records and seals of the ledger to the chain of the log. Records of idle draws have no event: the
 * next record of their offering contains their hash.
 */
export function startChainEvents(parts: ServiceContext): Background {
  const consumers = [
    consume(parts, 'accounts', { [sealed]: LedgerSealed as z.ZodType<AnyEvent> }),
    consume(parts, 'live', { [resulted]: DrawResulted as z.ZodType<AnyEvent> }),
  ]
  return { stop: async () => void (await Promise.all(consumers.map(consumer => consumer.stop()))) }
}

function consume(parts: ServiceContext, producer: 'accounts' | 'live', schemas: Record<string, z.ZodType<AnyEvent>>) {
  const { db, core } = parts
  return startFeedConsumer({
    ...parts,
    producer,
    name: 'log-chain',
    schemas,
    project: (events, tx) => appendToChain(db, events.flatMap(toEntries), { at: core.now(), tx }),
    // The chain is only ever appended to; a feed that is read again adds its entries again.
    onReplaced: ({ cursorId }) => resetReplica(db, { cursorId, collections: [] }),
  })
}

function toEntries(event: AnyEvent): ChainEntry[] {
  const entryAt = new Date(event.at)
  if (event.type === sealed) {
    const { data } = event as LedgerSealed
    return [{ kind: 'ledger', entryId: event.id, entryAt, leaf: sealLeaf(data) }]
  }
  const { drawId, resultVersion, recordHash } = (event as DrawResulted).data
  if (recordHash === undefined) return []
  return [{ kind: 'draw', entryId: `${drawId}|${resultVersion}`, entryAt, leaf: recordHash }]
}

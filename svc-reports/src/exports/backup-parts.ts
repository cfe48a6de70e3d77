import { defineExportCall, type ExportingDomain, exportParts } from '@cascade/contracts'
import { accountsOf, type InternalClient, readPage, toLine } from '@cascade/service-kit'
import type { ArchivePart } from '@cascade/service-kit/archive'
import type { Db } from 'mongodb'
import { logsName } from '../projections/activities/log-entry'
import { openFactList } from '../projections/time-lists/time-lists'
import { transactionsName } from '../projections/transactions/transaction'

const pageSize = 500

type Context = { db: Db; call: InternalClient; prefix: string; adminId: string }

/** The data set of an admin: accounts, lists and clearings from this database, the rest from the owning services. */
export function backupParts({ db, call, prefix, adminId }: Context): ArchivePart[] {
  const below = { 'ancestry.admin': adminId }
  return [
    { name: 'accounts', pages: () => toPages(accountsOf(db).find(below).sort({ _id: 1 })) },
    { name: 'clearings', pages: () => toPages(db.collection('clearings').find({ adminId }).sort({ _id: 1 })) },
    { name: 'transactions', pages: () => readList(db, transactionsName(prefix), adminId) },
    { name: 'logs', pages: () => readList(db, logsName, adminId) },
    ...(Object.keys(exportParts) as ExportingDomain[]).flatMap(domain =>
      exportParts[domain].map(name => ({ name, pages: () => readExported(call, domain, name, adminId) })),
    ),
  ]
}

async function* toPages(cursor: AsyncIterable<object>): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const row of cursor) {
    page.push(toLine(row))
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** A time list, oldest first, as of its first page. */
async function* readList(db: Db, name: string, reader: string): AsyncGenerator<string[]> {
  let newest: number | undefined
  for (let page = 1; ; page++) {
    const until = newest === undefined ? [] : [{ ordinal: newest }]
    const answer = await readPage(openFactList(db, name, reader), [{ until }], { page, size: pageSize, order: 'asc' })
    newest ??= answer.newest
    if (answer.rows.length > 0) yield answer.rows.map(toLine)
    if (answer.rows.length < pageSize) return
  }
}

async function* readExported(call: InternalClient, domain: ExportingDomain, part: string, adminId: string) {
  let after: string | null = null
  do {
    const body: { adminId: string; part: string; after: string | null; limit: number } = {
      adminId,
      part,
      after,
      limit: pageSize,
    }
    const page: { lines: string[]; next: string | null } = await call(defineExportCall(domain), { body })
    if (page.lines.length > 0) yield page.lines
    after = page.next
  } while (after !== null)
}

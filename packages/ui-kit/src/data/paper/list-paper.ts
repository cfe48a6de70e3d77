import { buildPaperTable, type Fact, formatCount, formatDateTime, type Paper, type PaperTable } from '@cascade/files'
import { type ListPage, type ListParams, type ListSource, serverNow } from '@cascade/web-kit'
import { zoneLabel } from '../../format/zone'
import { defineTexts } from '../../i18n/texts'
import { pageTitles } from '../../layout/page'
import { type CollectedRows, type CollectRowsProgress, collectRows } from '../export/collect-rows'
import type { Column } from '../table/columns'
import { paperFormat } from './paper-format'

export { makePdf, printPdf } from './print-pdf'

/** Additions to a list's rows on paper; facts without a value are omitted. */
export type OnPaper = {
  /** `title` and `about` replace the parts of the page title. */
  title?: string
  about?: string
  facts?: readonly (readonly [label: string, value: string | undefined])[]
  /** Key figures, e.g. opening and closing balance. */
  figures?: readonly Fact[]
  tables?: readonly PaperTable[]
  /** Names of those who sign; default: one signature without a name. */
  signers?: readonly string[]
}

export type PaperSource<Row, Page extends ListPage<Row>> = {
  source: ListSource<Row, Page>
  params: ListParams
  /** Rows of the whole filter. */
  total: number
  columns: readonly Column<Row>[]
  numberTitle?: string | undefined
  /** Title of the rows where the document has other tables too. */
  tableTitle?: string | undefined
  onPaper?: ((printed: Pick<CollectedRows<Row, Page>, 'rows' | 'first'>) => OnPaper) | undefined
}

export type Which = 'all' | 'page'
type Request<Row, Page extends ListPage<Row>> = PaperSource<Row, Page> & { by: string; which: Which }

/** Loads the rows and arranges them for a document; its texts load with the first one. */
export async function collectPaper<Row, Page extends ListPage<Row>>(
  request: Request<Row, Page>,
  signal: AbortSignal,
  onProgress: CollectRowsProgress,
): Promise<{ paper: Paper; rowCount: number }> {
  const collected = await (request.which === 'all'
    ? collectRows(request.source, request.params, signal, onProgress)
    : loadPage(request, signal))
  return { paper: buildPaper({ ...request, ...collected }), rowCount: collected.rows.length }
}

async function loadPage<Row, Page extends ListPage<Row>>(
  { source, params }: PaperSource<Row, Page>,
  signal: AbortSignal,
): Promise<CollectedRows<Row, Page>> {
  const first = await source.load(params, signal)
  return { rows: first.rows, first, cut: first.searched }
}

function buildPaper<Row, Page extends ListPage<Row>>(printed: Request<Row, Page> & CollectedRows<Row, Page>): Paper {
  const { rows, first, cut, columns, numberTitle, tableTitle, which, total, params, by } = printed
  const { text } = paperTexts
  const [pageTitle = '', ...pageAbout] = pageTitles()
  const onPaper = printed.onPaper?.({ rows, first }) ?? {}
  const {
    title = pageTitle,
    about = pageAbout.join(' · '),
    facts = [],
    figures = [],
    tables = [],
    signers = [''],
  } = onPaper
  const before = which === 'page' ? (params.page - 1) * params.size : 0
  const number = { title: numberTitle ?? '', value: (_row: Row, at: number) => before + at + 1, kind: 'count' as const }
  const rowCountTexts: string[] = [
    which === 'page'
      ? text('rowsOf', { rows: formatCount(rows.length), total: formatCount(total) })
      : formatCount(rows.length),
    ...(cut ? [text('cut', { rows: formatCount(cut.rows), of: formatCount(cut.of) })] : []),
  ]
  const allFacts: OnPaper['facts'] = [
    ...facts,
    [text('search'), params.q === undefined ? undefined : String(params.q)],
    [text('asOf'), params.asOf === undefined ? undefined : formatDateTime(String(params.asOf))],
    [text('rows'), rowCountTexts.join(' · ')],
    [text('by'), by],
    [text('at'), formatDateTime(serverNow())],
    [text('zone'), zoneLabel()],
  ]
  const sumLabel = text(which === 'page' ? 'sumOfPage' : 'sum')
  const table = buildPaperTable(numberTitle === undefined ? columns : [number, ...columns], rows, sumLabel)
  return {
    format: paperFormat(),
    title,
    about,
    facts: allFacts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    figures,
    tables: [...tables, { ...table, title: tableTitle }],
    signing: signers.map(name => [
      [text('signName'), name].filter(Boolean).join(': '),
      ...[text('signDate'), text('signature')],
    ]),
    pageText: text('page'),
  }
}

const paperTexts = defineTexts('list-paper', {
  search: 'Search',
  asOf: 'As of',
  rows: 'Rows',
  rowsOf: '{rows} of {total}',
  cut: 'of the newest {rows} of {of}',
  by: 'Printed by',
  at: 'Printed at',
  zone: 'Times in',
  sum: 'Sum',
  sumOfPage: 'Sum of this page',
  page: 'Page {page} of {pages}',
  signName: 'Name',
  signDate: 'Date',
  signature: 'Signature',
})

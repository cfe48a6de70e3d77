import './paper.css'
import { roleLabels } from '@cascade/contracts'
import { type ListPage, type ListParams, type ListSource, serverNow, useSession } from '@cascade/web-kit'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatCount, formatDateTime } from '../../format/format'
import { zoneLabel } from '../../format/zone'
import { defineTexts } from '../../i18n/texts'
import { PrintIcon } from '../../icons/data-icons'
import { DownIcon } from '../../icons/icons'
import { pageTitles } from '../../layout/page'
import { Modal } from '../../overlays/overlays'
import { type CollectedRows, collectRows, JobProgress, useLongJob } from '../export/collect'
import { download } from '../export/files'
import type { Column } from '../table/columns'
import { buildPaperTable, type Fact, type Paper, type PaperTable } from './paper'
import { choosePaperFormat, makePdf, paperFormat, printPdf, usePaperFormat } from './print-pdf'

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

type Props<Row, Page extends ListPage<Row>> = {
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

const confirmAbove = 2000
const printRowsMax = 10_000
/** Average rows per page. */
const rowsPerPage = (columns: number) => (columns > 6 ? 30 : 48)

type Purpose = 'print' | 'save'

/** Saves all rows of the filter as a PDF; its menu offers the paper formats and the print dialog. */
export function PrintButton<Row, Page extends ListPage<Row>>(props: Props<Row, Page>) {
  const text = paperTexts.useText()
  const { start, cancel, progress } = usePaper(props)
  const [pendingPurpose, setPendingPurpose] = useState<Purpose>()
  const format = usePaperFormat(state => state.format) ?? paperFormat()
  const { total, columns } = props
  const onClick = ({ key }: { key: string }) => {
    if (key === 'a4' || key === 'letter') choosePaperFormat(key)
    begin(key === 'print' ? 'print' : 'save')
  }
  const begin = (purpose: Purpose) => {
    if (total > confirmAbove) setPendingPurpose(purpose)
    else void start(purpose, 'all')
  }
  const answer = (which: Which) => {
    setPendingPurpose(undefined)
    if (pendingPurpose) void start(pendingPurpose, which)
  }
  if (progress) return <JobProgress label={text('print')} progress={progress} onCancel={cancel} />
  const pages = formatCount(Math.ceil(total / rowsPerPage(columns.length)))
  return (
    <>
      <Space.Compact>
        <Button
          icon={<PrintIcon />}
          disabled={total === 0}
          title={text(format === 'a4' ? 'a4' : 'letter')}
          onClick={() => begin('save')}
        >
          {text('pdf')}
        </Button>
        <Dropdown
          trigger={['click']}
          disabled={total === 0}
          menu={{
            selectedKeys: [format],
            onClick,
            items: [
              { key: 'a4', label: text('a4') },
              { key: 'letter', label: text('letter') },
              { type: 'divider' },
              { key: 'print', label: text('print') },
            ],
          }}
        >
          <Button
            className="kit-paper-more"
            icon={<DownIcon />}
            aria-label={text('printOrPdf')}
            title={text('printOrPdf')}
            aria-haspopup="menu"
          />
        </Dropdown>
      </Space.Compact>
      <Modal
        open={pendingPurpose !== undefined}
        title={text('many', { rows: formatCount(total), pages })}
        width={460}
        centered
        onCancel={() => setPendingPurpose(undefined)}
        footer={[
          <Button key="cancel" onClick={() => setPendingPurpose(undefined)}>
            {text('cancel')}
          </Button>,
          <Button key="page" onClick={() => answer('page')}>
            {text('onlyThisPage')}
          </Button>,
          <Button key="all" type="primary" disabled={total > printRowsMax} onClick={() => answer('all')}>
            {text('printAll')}
          </Button>,
        ]}
      >
        {total > printRowsMax && text('tooMany', { most: formatCount(printRowsMax) })}
      </Modal>
    </>
  )
}

type Which = 'all' | 'page'

function usePaper<Row, Page extends ListPage<Row>>(props: Props<Row, Page>) {
  const text = paperTexts.useText()
  const toasts = useToasts()
  const user = useSession(state => state.user)
  const { run, cancel, progress } = useLongJob(text('failed'))
  const start = (purpose: Purpose, which: Which) =>
    run(async (signal, onProgress) => {
      const collected = await (which === 'all'
        ? collectRows(props.source, props.params, signal, onProgress)
        : loadPage(props, signal))
      const by = user ? `${user.username} (${roleLabels[user.role]})` : ''
      const paper = buildPaper({ ...props, ...collected, by, which })
      const pdf = await makePdf(paper, signal)
      if (purpose === 'print') return printPdf(pdf)
      const file = `${[paper.title, paper.about].filter(Boolean).join(' ')}.pdf`
      download(file, pdf)
      toasts.success(text('saved', { count: formatCount(collected.rows.length), file }))
    })
  return { start, cancel, progress }
}

async function loadPage<Row, Page extends ListPage<Row>>(
  { source, params }: Props<Row, Page>,
  signal: AbortSignal,
): Promise<CollectedRows<Row, Page>> {
  const first = await source.load(params, signal)
  return { rows: first.rows, first, cut: first.searched }
}

type Printed<Row, Page extends ListPage<Row>> = Props<Row, Page> &
  CollectedRows<Row, Page> & { by: string; which: Which }

function buildPaper<Row, Page extends ListPage<Row>>(printed: Printed<Row, Page>): Paper {
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

const paperTexts = defineTexts('paper', {
  printOrPdf: 'Print or PDF',
  print: 'Print',
  pdf: 'PDF',
  a4: 'Save as PDF on A4',
  letter: 'Save as PDF on Letter',
  many: 'This is {rows} rows on about {pages} pages.',
  tooMany: 'No more than {most} rows are printed. Narrow the filter, or export them.',
  printAll: 'Print all',
  onlyThisPage: 'Only this page',
  cancel: 'Cancel',
  saved: '{count} rows written to {file}',
  failed: 'The document could not be created',
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

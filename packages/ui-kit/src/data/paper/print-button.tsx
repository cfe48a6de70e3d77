import './paper.css'
import { roleLabels } from '@cascade/contracts'
import { type ListPage, useSession } from '@cascade/web-kit'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatActor } from '../../format/actor'
import { formatCount } from '../../format/format'
import { defineTexts } from '../../i18n/texts'
import { PrintIcon } from '../../icons/data-icons'
import { DownIcon } from '../../icons/icons'
import { Modal } from '../../overlays/overlays'
import { download } from '../export/download'
import { JobProgress, useLongJob } from '../export/long-job'
import type { PaperSource, Which } from './list-paper'
import { choosePaperFormat, paperFormat, usePaperFormat } from './paper-format'

const confirmAbove = 2000
const printRowsMax = 10_000
/** Average rows per page. */
const rowsPerPage = (columns: number) => (columns > 6 ? 30 : 48)

type Purpose = 'print' | 'save'

/** Saves all rows of the filter as a PDF; its menu offers the paper formats and the print dialog. */
export function PrintButton<Row, Page extends ListPage<Row>>(props: PaperSource<Row, Page>) {
  const text = buttonTexts.useText()
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

function usePaper<Row, Page extends ListPage<Row>>(source: PaperSource<Row, Page>) {
  const text = buttonTexts.useText()
  const toasts = useToasts()
  const user = useSession(state => state.user)
  const { run, cancel, progress } = useLongJob(text('failed'))
  const start = (purpose: Purpose, which: Which) =>
    run(async (signal, onProgress) => {
      const { collectPaper, makePdf, printPdf } = await import('./list-paper')
      const by = user ? formatActor(user, roleLabels[user.role]) : ''
      const { paper, rowCount } = await collectPaper({ ...source, by, which }, signal, onProgress)
      const pdf = await makePdf(paper, signal)
      if (purpose === 'print') return printPdf(pdf)
      const file = `${[paper.title, paper.about].filter(Boolean).join(' ')}.pdf`
      download(file, pdf)
      toasts.success(text('saved', { count: formatCount(rowCount), file }))
    })
  return { start, cancel, progress }
}

const buttonTexts = defineTexts('paper', {
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
})

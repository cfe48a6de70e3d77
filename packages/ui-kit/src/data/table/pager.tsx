import './table.css'
import { type ListState, pageSizes } from '@cascade/web-kit'
import { Button, Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../format/format'
import { useNarrow } from '../../layout/use-narrow'
import { Sheet } from '../phone/sheet'
import { noAutocomplete } from '../select'
import { tableTexts } from './table-texts'

type Props = {
  list: Pick<ListState, 'page' | 'size' | 'setPage' | 'setSize'>
  total: number
  note?: ReactNode
  below?: ReactNode
  /** On a phone only: shown in a sheet. */
  summary?: ReactNode
}

export function Pager({ list, total, note, below, summary }: Props) {
  const text = tableTexts.useText()
  const [sums, setSums] = useState(false)
  const range = ([from, to]: [number, number]) =>
    text('range', { from: formatCount(from), to: formatCount(to), total: formatCount(total) })
  if (useNarrow(600)) {
    const first = (list.page - 1) * list.size + 1
    return (
      <div className="kit-phone-foot">
        <span>{note ?? range([first, Math.min(total, list.page * list.size)])}</span>
        <Pagination
          simple
          hideOnSinglePage
          current={list.page}
          pageSize={list.size}
          total={total}
          showSizeChanger={false}
          onChange={page => list.setPage(page)}
        />
        {(summary || below) && (
          <>
            <Button type="text" aria-haspopup="dialog" onClick={() => setSums(true)}>
              {text('sums')}
            </Button>
            <Sheet open={sums} onClose={() => setSums(false)} title={text('sums')}>
              <div className="kit-sheet-sums">
                {summary}
                {below}
              </div>
            </Sheet>
          </>
        )}
      </div>
    )
  }
  return (
    <div className="kit-table-pager">
      {note}
      {below}
      <Pagination
        size="small"
        current={list.page}
        pageSize={list.size}
        total={total}
        showSizeChanger={{ components: noAutocomplete }}
        pageSizeOptions={[...pageSizes]}
        showTotal={(_total, bounds) => (note ? null : range(bounds))}
        onChange={(page, size) => (size === list.size ? list.setPage(page) : list.setSize(size))}
      />
    </div>
  )
}

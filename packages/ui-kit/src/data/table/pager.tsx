import './table.css'
import { type ListState, pageSizes } from '@cascade/web-kit'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/format'
import { useNarrow } from '../../layout/use-narrow'
import { tableTexts } from './table-texts'

type Props = {
  list: Pick<ListState, 'page' | 'size' | 'setPage' | 'setSize'>
  total: number
  note?: ReactNode
  below?: ReactNode
}

export function Pager({ list, total, note, below }: Props) {
  const text = tableTexts.useText()
  const narrow = useNarrow(600)
  const range = ([from, to]: [number, number]) =>
    text('range', { from: formatCount(from), to: formatCount(to), total: formatCount(total) })
  return (
    <div className="kit-table-pager">
      {note}
      {below}
      <Pagination
        size="small"
        current={list.page}
        pageSize={list.size}
        total={total}
        simple={narrow}
        showSizeChanger
        pageSizeOptions={[...pageSizes]}
        showTotal={(_total, shown) => (note ? null : range(shown))}
        onChange={(page, size) => (size === list.size ? list.setPage(page) : list.setSize(size))}
      />
    </div>
  )
}

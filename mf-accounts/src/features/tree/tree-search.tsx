import { roleLabels } from '@cascade/contracts'
import { Select } from '@cascade/ui-kit/data'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FoundNode, searchTreeQuery } from '../../api/tree'
import { accountsTexts } from '../../texts'

const debounce = 300

/** Finds accounts by the start of their username or unique id, and hands over the chosen one. */
export function TreeSearch({ onFind }: { onFind: (node: FoundNode) => void }) {
  const text = accountsTexts.useText()
  const [q, setQ] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = useQuery(searchTreeQuery(q))
  const nodes = q === '' ? [] : (found.data ?? [])

  const search = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setQ(typed.trim()), debounce)
  }
  const choose = (id: string) => {
    const node = nodes.find(({ _id }) => _id === id)
    if (node) onFind(node)
  }
  return (
    <Select<string>
      className="a-tree-search"
      value={null}
      placeholder={text('treeSearch')}
      aria-label={text('treeSearch')}
      showSearch={{ filterOption: false, onSearch: search }}
      suffixIcon={null}
      loading={found.isFetching}
      notFoundContent={q === '' || found.isFetching ? null : text('treeNothing')}
      options={nodes.map(({ _id, username, role }) => ({ value: _id, label: `${username} · ${roleLabels[role]}` }))}
      onChange={choose}
    />
  )
}

import './tree.css'
import { roleLabels } from '@cascade/contracts'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'
import { type FoundNode, treeSearchQuery } from './calls'

export function TreeSearch({ onFind }: { onFind: (node: FoundNode) => void }) {
  const text = texts.useText()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const search = useQuery(treeSearchQuery(q))
  const nodes = q === '' ? [] : (search.data ?? [])

  const choose = (id: string) => {
    const node = nodes.find(({ _id }) => _id === id)
    if (node) onFind(node)
  }
  return (
    <Select<string>
      className="accounts-tree-search"
      value={null}
      placeholder={text('treeSearch')}
      aria-label={text('treeSearch')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      suffixIcon={null}
      loading={search.isFetching}
      notFoundContent={q === '' || search.isFetching ? null : text('treeNothing')}
      options={nodes.map(({ _id, username, role }) => ({ value: _id, label: `${username} · ${roleLabels[role]}` }))}
      onChange={choose}
    />
  )
}

import { ErrorState, PageHeader, PageSpinner, useToasts } from '@cascade/ui-kit'
import { AsOfSwitch } from '@cascade/ui-kit/data'
import { messageOf, useActor, useAddress, useAsOf } from '@cascade/web-kit'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLevelRole } from '../levels'
import { paths } from '../paths'
import { texts } from '../texts'
import type { FoundNode } from './calls'
import { TreeView, useTree } from './tree'
import { TreeSearch } from './tree-search'

/** The actor's subtree, expanded level by level. */
export default function AccountTreePage() {
  const text = texts.useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const address = useAddress()
  const { _id } = useActor()
  const tree = useTree(_id, useAsOf())
  const [active, setActive] = useState<string | undefined>(_id)

  const find = async (node: FoundNode) => {
    try {
      await tree.reveal(node)
      setActive(node._id)
    } catch (error) {
      toasts.error(messageOf(error))
    }
  }
  const openDetails = (id: string) => {
    const row = tree.rows.find(each => each.id === id)
    if (row?.kind === 'node' && id !== _id && isLevelRole(row.node.role))
      void navigate(address(paths.details, { level: row.node.role, id }))
  }
  return (
    <>
      <PageHeader
        title={text('tree')}
        note={text('treeNote')}
        actions={
          <>
            <AsOfSwitch />
            <TreeSearch onFind={node => void find(node)} />
          </>
        }
      />
      {tree.pending && <PageSpinner />}
      {tree.rows.length === 0 && tree.error !== undefined && tree.error !== null && (
        <ErrorState error={tree.error} onRetry={() => tree.retry(_id)} />
      )}
      {tree.rows.length > 0 && <TreeView tree={tree} active={active} onActive={setActive} onEnter={openDetails} />}
    </>
  )
}

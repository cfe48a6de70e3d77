import './tree.css'
import { roleLabels } from '@cascade/contracts'
import { Amount, Button, DownIcon, formatCount, RightIcon } from '@cascade/ui-kit'
import { useActor, useAddress } from '@cascade/web-kit'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { SuspendedBadge } from '../accounts/badges'
import { isLevelRole } from '../levels'
import { paths } from '../paths'
import { texts } from '../texts'
import type { TreeRow } from './tree-rows'

type NodeRow = Extract<TreeRow, { kind: 'node' }>

type Props = {
  id: string
  row: TreeRow
  /** Pixels from the top of the list. */
  top: number
  active: boolean
  onActive: (id: string) => void
  onToggle: (id: string, open: boolean) => void
  onRetry: (id: string) => void
}

export function TreeLine({ id, row, top, active, onActive, onToggle, onRetry }: Props) {
  const text = texts.useText()
  const open = row.kind === 'node' ? row.open : undefined
  const isBranch = row.kind === 'node' && row.node.children > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the focus and takes the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-expanded={isBranch ? open : undefined}
      aria-selected={active}
      className="accounts-tree-row"
      style={{ top, '--level': row.level - 1 } as CSSProperties}
      onClick={() => onActive(row.id)}
    >
      {row.kind === 'node' && <NodeLine {...row} onToggle={onToggle} />}
      {row.kind === 'loading' && <span className="accounts-tree-muted">…</span>}
      {row.kind === 'failed' && (
        <Button size="small" onClick={() => onRetry(row.parentId)}>
          {text('retry')}
        </Button>
      )}
    </div>
  )
}

type NodeProps = Pick<NodeRow, 'node' | 'open' | 'suspendedBy'> & {
  onToggle: (id: string, open: boolean) => void
}

function NodeLine({ node, open, suspendedBy, onToggle }: NodeProps) {
  const text = texts.useText()
  const address = useAddress()
  const actor = useActor()
  const { _id, username, role, userStatus, walletBalance, children, branch } = node
  const all = branch?.all ?? children
  const countText =
    all > children
      ? text('treeBelow', { count: formatCount(children), all: formatCount(all) })
      : text('treeChildren', { count: formatCount(children) })
  const label = text(open ? 'collapse' : 'expand', { username })
  return (
    <>
      {children > 0 ? (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={open ? <DownIcon aria-hidden /> : <RightIcon aria-hidden />}
          aria-label={label}
          onClick={() => onToggle(_id, !open)}
        />
      ) : (
        <span className="accounts-tree-leaf" />
      )}
      {isLevelRole(role) && _id !== actor._id ? (
        <Link tabIndex={-1} to={address(paths.details, { level: role, id: _id })}>
          {username}
        </Link>
      ) : (
        <strong>{username}</strong>
      )}
      <span className="accounts-tree-muted accounts-tree-role">{roleLabels[role]}</span>
      <SuspendedBadge account={{ userStatus, suspendedBy }} />
      {children > 0 && <span className="accounts-tree-muted accounts-tree-count">{countText}</span>}
      {branch && children > 0 && (
        <span className="accounts-tree-muted accounts-tree-branch">
          {text('branch')} <Amount value={branch.balance} />
        </span>
      )}
      <span className="accounts-tree-balance">
        <Amount value={walletBalance} />
      </span>
    </>
  )
}

import './tree.css'
import { roleLabels } from '@cascade/contracts'
import { Amount, Button, DownIcon, formatCount, RightIcon } from '@cascade/ui-kit'
import { useActor, useAddress } from '@cascade/web-kit'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isLevelRole } from '../levels'
import { paths } from '../paths'
import { SuspendedBadge } from '../shared/badges'
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the focus and handles keys
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
      {row.kind === 'loading' && <span className="accounts-tree-name">…</span>}
      {row.kind === 'failed' && (
        <span className="accounts-tree-name">
          <Button size="small" onClick={() => onRetry(row.parentId)}>
            {text('retry')}
          </Button>
        </span>
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
  const isBranch = children > 0
  return (
    <>
      <span className="accounts-tree-name">
        {isBranch ? (
          <Button
            type="text"
            size="small"
            tabIndex={-1}
            icon={open ? <DownIcon aria-hidden /> : <RightIcon aria-hidden />}
            aria-label={text(open ? 'collapse' : 'expand', { username })}
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
        <SuspendedBadge account={{ userStatus, suspendedBy }} />
      </span>
      <span className="accounts-tree-role">{roleLabels[role]}</span>
      <Cell of="count" named={text('directBelow')}>
        {isBranch && formatCount(children)}
      </Cell>
      <Cell of="all" named={text('allBelow')}>
        {isBranch && formatCount(branch?.all ?? children)}
      </Cell>
      <Cell of="branch" named={text('branchBalance')}>
        {isBranch && branch && <Amount value={branch.balance} />}
      </Cell>
      <Cell of="balance" named={text('balance')}>
        <Amount value={walletBalance} />
      </Cell>
    </>
  )
}

type CellProps = { of: 'count' | 'all' | 'branch' | 'balance'; named: string; children: ReactNode }

/** A figure with its heading as a label for screen readers. */
const Cell = ({ of, named, children }: CellProps) => (
  <span className={`accounts-tree-${of}`}>
    {children && <span className="kit-sr-only">{named} </span>}
    {children}
  </span>
)

import type { TreeNode } from './calls'

/** Children of an account: loading, loaded or failed. */
export type Branch = { children?: readonly TreeNode[]; failed?: boolean }

export type TreeRow =
  | {
      kind: 'node'
      id: string
      node: TreeNode
      level: number
      open: boolean
      suspendedBy?: { _id: string; username: string } | undefined
    }
  | { kind: 'loading' | 'failed'; id: string; parentId: string; level: number }

type Tree = {
  roots: readonly TreeNode[]
  open: ReadonlySet<string>
  branches: ReadonlyMap<string, Branch>
}

/** Visible rows, top to bottom. Levels start at 1. */
export function visibleRows({ roots, open, branches }: Tree): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (node: TreeNode, level: number, suspendedBy?: TreeNode) => {
    const isOpen = open.has(node._id)
    rows.push({ kind: 'node', id: node._id, node, level, open: isOpen, ...(suspendedBy ? { suspendedBy } : {}) })
    if (!isOpen) return
    const { children, failed } = branches.get(node._id) ?? {}
    if (children) for (const child of children) add(child, level + 1, node.userStatus ? suspendedBy : node)
    else {
      const kind = failed ? 'failed' : 'loading'
      rows.push({ kind, id: `${node._id}:${kind}`, parentId: node._id, level: level + 1 })
    }
  }
  for (const root of roots) add(root, 1)
  return rows
}

type Step = { active?: string; open?: string; close?: string }

/** Keyboard behaviour of a tree (WAI-ARIA tree pattern). */
export function stepForKey(key: string, rows: readonly TreeRow[], activeId: string | undefined): Step | undefined {
  const at = rows.findIndex(row => row.id === activeId)
  const row = rows[at]
  const to = (index: number): Step | undefined => {
    const target = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    return target && { active: target.id }
  }
  if (key === 'ArrowDown') return to(at + 1)
  if (key === 'ArrowUp') return to(at - 1)
  if (key === 'Home') return to(0)
  if (key === 'End') return to(rows.length - 1)
  if (row?.kind !== 'node') return undefined
  if (key === 'ArrowRight') return row.open ? to(at + 1) : row.node.children > 0 ? { open: row.id } : undefined
  if (key === 'ArrowLeft') return row.open ? { close: row.id } : to(parentIndex(rows, at))
  return undefined
}

function parentIndex(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 1) < level) return index
  return at
}

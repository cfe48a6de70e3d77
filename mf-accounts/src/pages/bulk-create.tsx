import type { Level } from '../levels/levels'

export default function BulkCreatePage({ level }: { level: Level; parentId?: string | undefined }) {
  return <h1>{level.title}</h1>
}

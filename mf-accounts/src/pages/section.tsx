import { Card, EmptyState, PageHeader } from '@cascade/ui-kit'

export default function Section({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState />
      </Card>
    </>
  )
}

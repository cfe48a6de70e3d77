import { Skeleton } from '@cascade/ui-kit'

/** The shape of the screen until the first draw is here. */
export function LiveSkeleton() {
  return (
    <div className="live-screen" aria-busy="true">
      <Skeleton active title={{ width: 220 }} paragraph={false} />
      <section className="live-stage live-stage-waiting" />
      <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
    </div>
  )
}

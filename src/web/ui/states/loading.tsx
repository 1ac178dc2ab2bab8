import { markPending } from './pending-marker'
import { Skeleton } from './skeleton'
import * as skeletons from './skeleton.module.css'

const skeletonWidths = ['72%', '48%', '64%', '56%']

/** Skeleton of about the final height, to avoid layout shift. Without lines it takes no space. */
export const Loading = ({ lines = 0 }: { lines?: number }) => (
  <div className={skeletons.block} ref={markPending} data-loading>
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never change places
      <Skeleton key={index} width={skeletonWidths[index % skeletonWidths.length]} />
    ))}
  </div>
)

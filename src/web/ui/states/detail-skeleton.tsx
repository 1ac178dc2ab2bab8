import * as layout from '../layout.module.css'
import { Skeleton } from './skeleton'

export const DetailSkeleton = () => (
  <div aria-hidden="true">
    <div className={layout.head}>
      <h1>
        <Skeleton width="16rem" />
      </h1>
    </div>
    <dl className={layout.summary}>
      {[6, 3, 8, 9, 5].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never change places
        <div key={index}>
          <dt>
            <Skeleton width="3rem" />
          </dt>
          <dd>
            <Skeleton width={`${width}rem`} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

import { memo, type ReactNode } from 'react'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { Button } from '../ui/button'
import { CopyLink } from '../ui/copy-button'
import { DeveloperMenu } from '../ui/developer/developer-menu'
import { formatNumber } from '../ui/format/format'
import { PageHead } from '../ui/page/page'

type Props = {
  recordType: { list: ListEndpoint; title: string; noun: [string, string] }
  /** Number of matching rows, and of all rows, once known. */
  total: number | undefined
  unfilteredTotal: number | undefined
  sent: Record<string, string>
  headLink: ((sent: Record<string, string>) => ReactNode) | undefined
  onExport: (what: 'all') => void
}

/** Title, count and list-wide actions. */
export const ListHead = memo(
  ({ recordType: { list, title, noun }, total, unfilteredTotal, sent, headLink, onExport }: Props) => (
    <PageHead
      title={title}
      total={
        total !== undefined && (
          <>
            {formatNumber(total)}{' '}
            {unfilteredTotal !== undefined && unfilteredTotal > total && `of ${formatNumber(unfilteredTotal)} `}
            <span className="visually-hidden">{total === 1 ? noun[0] : noun[1]}</span>
          </>
        )
      }
    >
      {headLink?.(sent)}
      <DeveloperMenu endpoint={list} sent={{ query: sent }} />
      <CopyLink small />
      {Boolean(total) && (
        <Button icon="download" small onClick={() => onExport('all')}>
          Export {formatNumber(total ?? 0)}
        </Button>
      )}
    </PageHead>
  ),
)

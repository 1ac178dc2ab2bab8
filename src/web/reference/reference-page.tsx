import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { ApiError } from '../lib/api/api-error'
import { fetchWithSession } from '../lib/api/client'
import { pageLoader } from '../lib/navigation/page-loader'
import { safeDecode } from '../lib/text/safe-decode'
import { ButtonLink } from '../ui/button'
import { plural } from '../ui/format/format'
import { Link } from '../ui/link'
import { Page, PageHead } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import * as typography from '../ui/typography.module.css'
import { type Document, documentPath, type Listed, operationsByTag } from './document'
import { OperationView } from './operation-view'
import * as styles from './reference-page.module.css'

const read = async (): Promise<Document> => {
  const response = await fetchWithSession(documentPath, { headers: { accept: 'application/json' } })
  const document: Partial<Document> = await response.json().catch(() => ({}))
  if (!response.ok || !document.paths || !document.info)
    throw new ApiError(response.status, 'This server has no openapi.json.', {})
  return document as Document
}

export const loader = pageLoader({ needs: () => [documentQuery] })

const documentQuery = { queryKey: [documentPath], queryFn: read, staleTime: Number.POSITIVE_INFINITY }

/** The first group fills a screen, so it renders first. */
export const Component = () => {
  const { data: document, error, refetch } = useQuery(documentQuery)
  const groups = document ? operationsByTag(document) : new Map<string, Listed[]>()
  const { hash } = useLocation()
  const isWhole = useDeferredValue(true, false)
  useEffect(() => {
    if (document && isWhole && hash)
      globalThis.document.getElementById(safeDecode(hash.slice(1)) ?? '')?.scrollIntoView()
  }, [document, isWhole, hash])
  return (
    <Page title="API reference">
      <PageHead
        title="API reference"
        total={document && plural([...groups.values()].flat().length, 'operation', 'operations')}
      >
        {document && (
          <ButtonLink href={documentPath} download="openapi.json">
            Download OpenAPI
          </ButtonLink>
        )}
      </PageHead>
      {error &&
        (error instanceof ApiError && error.status < 500 ? (
          <EmptyState title="No API reference">{error.detail}</EmptyState>
        ) : (
          <ErrorState error={error} what="The reference" onRetry={() => void refetch()} />
        ))}
      {!document && !error && <Loading lines={20} />}
      {document && (
        <>
          <p className={typography.lede}>{document.info.summary ?? document.info.description}</p>
          <div className={styles.columns}>
            <nav aria-label="Operations">
              {[...groups].map(([tag, operations]) => (
                <section key={tag}>
                  <h2>{tag}</h2>
                  <ul>
                    {operations.map(({ operationId, summary }) => (
                      <li key={operationId}>
                        <Link href={`#${operationId}`}>{summary}</Link>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </nav>
            <div>
              {[...groups].slice(0, isWhole ? undefined : 1).map(([tag, operations]) => (
                <section key={tag} aria-label={tag}>
                  {operations.map((operation) => (
                    <OperationView key={operation.operationId} document={document} operation={operation} />
                  ))}
                </section>
              ))}
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

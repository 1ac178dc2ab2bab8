import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { briefs } from '../../../contract/briefs'
import { companies } from '../../../contract/companies'
import type { BriefChoice } from '../../../contract/core/brief-document'
import { choiceIn, keptQuery } from '../../domain/brief/kept'
import { isLanguage, languages } from '../../domain/brief/languages'
import { briefQuery } from '../../domain/brief/query'
import { useHasAdditions, useMissingScope } from '../../lib/api/scopes'
import { pageLoader } from '../../lib/navigation/page-loader'
import type { Changes } from '../../list/query/list-query'
import { useSearchChange } from '../../list/query/use-search-change'
import { readId } from '../../record/by-id/read-id'
import { RecordFallback } from '../../record/record-fallback'
import { crumbsOf, hrefOf } from '../../record/record-type'
import { useReturnTo } from '../../record/use-return-to'
import { Button, ButtonLink } from '../../ui/button'
import * as fields from '../../ui/input/fields.module.css'
import * as layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { Link } from '../../ui/link'
import { disabledBecause } from '../../ui/overlay/tip'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/page/print-button'
import * as typography from '../../ui/typography.module.css'
import { recordType as company } from '../company-record'
import { Brief } from './brief'
import { BriefDownload } from './brief-download'
import * as styles from './brief-page.module.css'

const BriefMail = lazyComponent(async () => (await import('./brief-mail')).BriefMail)
const BriefMailing = lazyComponent(async () => (await import('./brief-mailing')).BriefMailing)
const BriefSlides = lazyComponent(() => import('./brief-slides').then(({ BriefSlides }) => BriefSlides))

const BriefEdit = lazyComponent(() => import('./brief-edit').then(({ BriefEdit }) => BriefEdit))

/** What the address chooses in place of what is kept. */
const chosenIn = (search: URLSearchParams): Partial<Pick<BriefChoice, 'language'>> => {
  const language = search.get('language')
  return isLanguage(language) ? { language } : {}
}

const briefAt = (id: string, search: URLSearchParams) => briefQuery(readId(companies.get, id), chosenIn(search))

export const loader = pageLoader({
  // Some dozens of requests, too many for a link that is only pointed at.
  needs: () => [],
  prefetch: ({ params, search }) => [briefAt(params.id ?? '', search)],
})

/** A client brief as the client gets it, and above it what only the account manager needs. */
export const Component = () => {
  const { id = '' } = useParams()
  // The brief of one client is never shown while another's loads.
  return <BriefOf key={id} id={id} />
}

const inPlace = { preventScrollReset: true }

const BriefOf = ({ id: given }: { id: string }) => {
  const id = readId(companies.get, given)
  const [search] = useSearchParams()
  const change = useSearchChange()
  const { data: brief, error, refetch } = useQuery({ ...briefAt(id, search), placeholderData: keepPreviousData })
  const { data: kept } = useQuery(keptQuery(id))
  const isStoredLocally = !useHasAdditions()
  const missingScope = useMissingScope(briefs.update)
  const missingSendScope = useMissingScope(briefDeliveries.send)
  const chosen = chosenIn(search)
  const usual = kept ? choiceIn(kept) : null
  const language = chosen.language ?? usual?.language ?? 'en'
  const slide = search.get('slide')
  const [isMailing, setMailing] = useState(false)
  const { pathname, state } = useLocation()
  const closed = chosen.language ? `${pathname}?language=${chosen.language}` : pathname
  const open = (name: 'slide' | 'edit') => change({ [name]: '1' }, { ...inPlace, state: { from: closed } })
  const replace = (changes: Changes, state?: unknown) => change(changes, { ...inPlace, replace: true, state })
  const close = useReturnTo(closed)
  if (!brief)
    return (
      <Page title="Client brief" crumbs={crumbsOf(company)}>
        {error && <PageHead title="Client brief" />}
        <RecordFallback
          recordType={company}
          id={id}
          what="The client brief"
          error={error}
          retry={() => void refetch()}
        />
      </Page>
    )
  return (
    <Page title={brief.client ? `Client brief for ${brief.client}` : 'Client brief'} crumbs={crumbsOf(company)}>
      <div className={`${layout.actions} ${styles.controls}`}>
        <label className={styles.language}>
          Language
          <select
            className={fields.select}
            value={language}
            onChange={({ target: { value } }) =>
              change({ language: value === (usual?.language ?? 'en') ? undefined : value }, inPlace)
            }
          >
            {Object.entries(languages).map(([key, { name }]) => (
              <option key={key} value={key} lang={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <ButtonLink icon="building-2" href={hrefOf(company, { id })}>
          Company
        </ButtonLink>
        <Button icon="pencil" {...disabledBecause(isStoredLocally ? null : missingScope, () => open('edit'))}>
          Edit
        </Button>
        <PrintButton />
        <Button icon="monitor" onClick={() => open('slide')}>
          Present
        </Button>
        <Button icon="mail" {...disabledBecause(missingSendScope, () => setMailing(true))}>
          Email
        </Button>
        <BriefDownload id={id} chosen={isStoredLocally ? { ...usual, ...chosen } : chosen} brief={brief} />
      </div>
      <p className={`${typography.dim} ${styles.leftOut}`} data-screen-only>
        Rules, notes, email addresses, names of staff and other clients’ figures are never in a brief.{' '}
        <Link href="/settings/brand">Name, logo and colour</Link> are set for all briefs.{' '}
        <span lang={brief.locale}>{brief.leftOut.join(' ')}</span>{' '}
        {isStoredLocally && 'This server can’t store choices for briefs, so yours are saved on this computer only.'}
      </p>
      <Brief brief={brief} />
      <BriefMailing id={id} language={language} brief={brief} />
      {isMailing && <BriefMail id={id} {...{ language, brief }} onClose={() => setMailing(false)} />}
      {kept && search.has('edit') && (
        <BriefEdit
          {...{ id, kept, chosen, brief, isStoredLocally }}
          onClose={close}
          onSaved={chosen.language ? () => replace({ edit: undefined, language: undefined }) : close}
        />
      )}
      {slide !== null && (
        <BriefSlides
          brief={brief}
          slide={Math.floor(Number(slide)) || 1}
          onMove={(to) => replace({ slide: String(to) }, state)}
          onClose={close}
        />
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { brand, leastContrast } from '../../../contract/brand'
import type { FieldSpecs } from '../../form/fields'
import { isMissing } from '../../lib/api/api-error'
import { meQuery, query } from '../../lib/api/client'
import { useMissingScope } from '../../lib/api/scopes'
import { pageLoader } from '../../lib/navigation/page-loader'
import { Button } from '../../ui/button'
import { Field, Notice } from '../../ui/facts/details'
import * as layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { disabledBecause } from '../../ui/overlay/tip'
import { Page, PageHead } from '../../ui/page/page'
import { SectionTabs } from '../../ui/page/section-tabs'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { tabs } from '../tabs'
import { ColourField, LogoField } from './brand-fields'
import { BrandLook } from './brand-look'
import * as styles from './brand-look.module.css'

const EditForm = lazyComponent(() => import('../../form/edit-form').then(({ EditForm }) => EditForm))

const crumbs = [{ label: 'Settings' }]
const brandQuery = query(brand.get, {})

export const loader = pageLoader({ needs: () => [brandQuery], prefetch: () => [meQuery] })

const recordType = { get: brand.get, noun: ['brand', 'brands'] as [string, string], name: () => 'Brand' }

const specs = {
  name: { label: 'Name', hint: 'Shown on the cover and at the foot of each page.' },
  logo: {
    label: 'Logo',
    control: LogoField,
    hint: 'PNG or JPEG, up to 512\u00a0KB and 1,600 × 800 pixels. Transparency becomes white, and metadata is removed.',
  },
  colour: {
    label: 'Colour',
    control: ColourField,
    hint: `Must be readable on white: a contrast of ${leastContrast} or more.`,
  },
  footer: { label: 'Footer', hint: 'An address or a legal line.' },
} satisfies FieldSpecs<typeof brand.update>

/** Who client briefs are from, and how they look. */
export const Component = () => {
  const { data, error, refetch } = useQuery(brandQuery)
  const [search, setSearch] = useSearchParams()
  const missingScope = useMissingScope(brand.update)
  const inPlace = { preventScrollReset: true }
  const record = data && {
    id: data.data.id ?? '',
    name: data.data.name ?? '',
    colour: data.data.colour ?? '#162137',
    footer: data.data.footer ?? '',
    logo: data.data.logo ?? null,
  }
  return (
    <Page title="Brand" crumbs={crumbs}>
      <PageHead title="Brand">
        {record && (
          <Button icon="pencil" {...disabledBecause(missingScope, () => setSearch({ edit: '1' }, inPlace))}>
            Edit
          </Button>
        )}
      </PageHead>
      <SectionTabs of={tabs} />
      <p className={typography.lede}>
        Client briefs carry your name, logo and colour on the page, on slides, in the PDF and in Word.
      </p>
      {!record ? (
        isMissing(error) ? (
          <Notice>This server doesn’t store a brand, so briefs look like the console.</Notice>
        ) : error ? (
          <ErrorState error={error} what="The brand" onRetry={() => void refetch()} />
        ) : (
          <Loading lines={4} />
        )
      ) : (
        <>
          <dl className={layout.summary}>
            <Field label="Name" value={record.name} />
            <Field label="Colour" value={record.colour} />
            <Field label="Footer" value={record.footer} />
          </dl>
          <div className={styles.saved}>
            <BrandLook {...record} logo={record.logo ?? ''} />
          </div>
          {search.has('edit') && (
            <EditForm
              endpoint={brand.update}
              recordType={recordType}
              record={record}
              etag={data.etag}
              fieldSpecs={specs}
              title="Edit the brand"
              renderPreview={({ name = '', colour = '', footer = '', logo = '' }) => (
                <BrandLook {...{ name, colour, footer, logo }} />
              )}
              onClose={() => setSearch({}, { ...inPlace, replace: true })}
            />
          )}
        </>
      )}
    </Page>
  )
}

import type { ReactNode } from 'react'
import type { Endpoint } from '../../contract/core/endpoint'
import { knownOwner } from '../lib/api/session/owner'
import { copyText } from '../lib/browser/clipboard'
import { truncate } from '../lib/text/truncate'
import { recentRecords } from '../record/recent-records'
import { hrefOf, nameOf } from '../record/record-type'
import { sections } from '../registry'
import type { Section, Tabs } from '../section'
import { applyTheme } from '../shell/navigation/theme'
import { signOut } from '../shell/sign-out'
import { toastCopyFailed } from '../ui/copy-button'
import { formatNumber } from '../ui/format/format'
import type { IconName } from '../ui/icon/icon'
import { showOverlay } from '../ui/overlay/page-overlay'
import type { Group, Hit, Similar } from './find'
import { recordTypes } from './record-types'

/** An option: a link or a command. */
export type Option = {
  key: string
  icon: IconName
  label: ReactNode
  hint?: string | undefined
  href?: string
  act?: () => void
  /** Whether its title begins with the text: it comes before what is found, which arrives later. */
  leads?: boolean
  /** Preview for the active option. */
  hit?: Hit
}
export type OptionGroup = { title: string; count?: string; options: Option[] }

/** Highlights the match. */
const marked = (text: string, part: string): ReactNode => {
  const at = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}

export const hitOption = (hit: Hit, part: string): Option => {
  const { recordType, record } = hit
  const hint = [record.email, record.domain, record.serialNumber, record.company?.name, record.companyName].find(
    (value) => typeof value === 'string',
  )
  return {
    key: `${recordType.path}/${record.id}`,
    icon: recordType.icon,
    label: marked(nameOf(recordType, record), part),
    hint,
    href: hrefOf(recordType, record),
    hit,
  }
}

export const foundGroups = (groups: Group[], part: string): OptionGroup[] =>
  groups.map(({ recordType, total, hits, among }) => ({
    title: recordType.title,
    count:
      (total > hits.length ? `${hits.length} of ${formatNumber(total)} shown` : formatNumber(total)) +
      (among ? `, among the first ${formatNumber(among)}` : ''),
    options: [
      ...hits.map((hit) => hitOption(hit, part)),
      ...(total > hits.length
        ? [
            {
              key: `all ${recordType.path}`,
              icon: 'search' as const,
              label: `All ${formatNumber(total)} ${recordType.noun[1]} with “${truncate(part)}”`,
              href: `${recordType.path}?${new URLSearchParams({ search: part })}`,
            },
          ]
        : []),
    ],
  }))

export const similarGroup = (similar: Similar[]): OptionGroup => ({
  title: 'Similar names',
  options: similar.map(({ recordType, id, name, companyName }) => ({
    key: `${recordType.path}/${id}`,
    icon: recordType.icon,
    label: name,
    hint: [recordType.noun[0], companyName].filter(Boolean).join(' · '),
    href: hrefOf(recordType, { id }),
  })),
})

const allTabs = Object.values(import.meta.glob<Tabs>('../*/tabs.ts', { eager: true, import: 'tabs' }))

const begins = (title: string, part: string) => title.toLowerCase().startsWith(part.toLowerCase())

export const pageGroup = (part: string): OptionGroup => ({
  title: 'Pages',
  options: Object.values<Section>(sections)
    .flatMap((section) => {
      const { title, path, icon, area, hint = area } = section
      const tabs = allTabs.find((each) => each.section.path === path)?.tabs ?? []
      return [{ title, path, icon, hint }, ...tabs.map((tab) => ({ ...tab, icon, hint: title }))]
    })
    .filter(({ title, hint }) => `${hint ?? ''} ${title}`.toLowerCase().includes(part.toLowerCase()))
    .map(({ title, path, icon, hint }) => ({
      key: path,
      icon,
      label: marked(title, part),
      hint,
      href: path,
      leads: begins(title, part),
    })),
})

/** Global commands, and those for a matching company. */
export const actionGroup = (part: string, company: Hit | undefined): OptionGroup => {
  const about = company && nameOf(company.recordType, company.record)
  const id = company?.record.id
  const ofCompany: Option[] = about
    ? [
        { key: 'edit', icon: 'pencil', label: <>Edit {marked(about, part)}</>, href: `/companies/${id}/edit` },
        ...[
          ['NPS responses', '/nps/responses'],
          ['budgets', '/budgets'],
          ['devices', '/devices'],
          ['people', '/company-users'],
        ].map(([what, path]) => ({
          key: `${path} of`,
          icon: 'search' as const,
          label: (
            <>
              Show {what} of {marked(about, part)}
            </>
          ),
          href: `${path}?companyId=${id}`,
        })),
      ]
    : []
  const anywhere: (Omit<Option, 'key' | 'label'> & { label: string })[] = [
    { icon: 'sun', label: 'Light theme', act: () => applyTheme('light') },
    { icon: 'moon', label: 'Dark theme', act: () => applyTheme('dark') },
    { icon: 'monitor', label: 'System theme', act: () => applyTheme('system') },
    { icon: 'link', label: 'Copy link to this page', act: () => void copyText(location.href).catch(toastCopyFailed) },
    { icon: 'keyboard', label: 'Keyboard shortcuts', act: () => showOverlay('keyboard') },
    { icon: 'log-out', label: 'Sign out', act: signOut },
  ]
  return {
    title: 'Actions',
    options: [
      ...ofCompany,
      ...anywhere
        .filter(({ label }) => part !== '' && label.toLowerCase().includes(part.toLowerCase()))
        .map((option) => ({
          ...option,
          key: option.label,
          label: marked(option.label, part),
          // Half a word, such as the start of a client’s name, must not sign anyone out.
          leads: begins(option.label, part) && (option.act !== signOut || part.length === option.label.length),
        })),
    ],
  }
}

export const recentGroup = (lacksScope: (endpoint: Endpoint) => boolean): OptionGroup => ({
  title: 'Recent on this computer',
  options: recentRecords(
    recordTypes.filter(({ get }) => !lacksScope(get)),
    8,
    knownOwner(),
  ).map(({ recordType, id, name }) => ({
    key: `${recordType.path}/${id}`,
    icon: recordType.icon,
    label: name,
    hint: recordType.noun[0],
    href: hrefOf(recordType, { id }),
  })),
})

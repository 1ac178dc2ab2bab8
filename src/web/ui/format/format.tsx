import { serverNow } from '../../lib/api/server-clock'
import { dateFormat, numberFormat } from '../../lib/request-context'
import { tip, useTipStop } from '../overlay/tip'
import * as typography from '../typography.module.css'
import { NumberText } from './number-text'

const wholeNumbers = numberFormat({ maximumFractionDigits: 3 })
const days = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const times = dateFormat({ hour: '2-digit', minute: '2-digit' })
const weekdays = dateFormat({ weekday: 'short' })
const allDigits = numberFormat({ maximumFractionDigits: 20 })
const exact = dateFormat({ dateStyle: 'full', timeStyle: 'long' })

/** The minus sign of a formatted number, where its locale has a hyphen. */
export const trueMinus = (text: string) => text.replace('-', '−')

/** 1,284, with a true minus sign. */
export const formatNumber = (value: number) => trueMinus(wholeNumbers().format(value))

/** Not rounded, so that two different values never read the same. */
export const formatExact = (value: number) => trueMinus(allDigits().format(value))

/** Three-letter months throughout (en-GB has "Sept"). */
export const shortMonth = (text: string) => text.replaceAll('Sept', 'Sep')

/** "23 Nov 2026". */
export const formatDay = (date: Date) => shortMonth(days().format(date))

/** "23 Nov 2026 14:05" in the user’s time zone. */
export const formatInstant = (date: Date) => `${formatDay(date)} ${times().format(date)}`

export const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`

/** Placeholder for a missing value. */
export const Missing = () => (
  <span className={typography.dim} data-empty>
    <span aria-hidden="true">—</span>
    <span className="visually-hidden">not set</span>
  </span>
)

export const Text = ({ value }: { value: string | null | undefined }) => (value ? value : <Missing />)

export const Numeric = ({ value }: { value: number | null | undefined }) =>
  value === null || value === undefined ? <Missing /> : <NumberText>{formatNumber(value)}</NumberText>

type DateTimeProps = { value: string | null | undefined; dateOnly?: boolean; weekday?: boolean }

/** Local date and time, with the zone on hover; "today" only for today. */
export const DateTime = ({ value, dateOnly, weekday }: DateTimeProps) => {
  const stop = useTipStop()
  const date = value ? new Date(value) : null
  if (!date || Number.isNaN(date.getTime())) return <Missing />
  const isToday = formatDay(date) === formatDay(serverNow())
  return (
    <time dateTime={date.toISOString()} {...tip(exact().format(date))} {...stop}>
      {isToday ? 'today' : weekday ? `${weekdays().format(date)} ${formatDay(date)}` : formatDay(date)}
      {!dateOnly && <small> {times().format(date)}</small>}
    </time>
  )
}

/** Only http(s) URLs become links. */
export const WebLink = ({ href }: { href: string | null | undefined }) => {
  if (!href) return <Missing />
  const isSafe = /^https?:\/\//i.test(href) && URL.canParse(href)
  if (!isSafe) return href
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {href.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </a>
  )
}

/** mailto link; invalid addresses stay text. */
export const MailLink = ({ address }: { address: string | null | undefined }) => {
  if (!address) return <Missing />
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return address
  return <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a>
}

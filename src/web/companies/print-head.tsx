import { automation } from '../../contract/automation'
import { budgets } from '../../contract/budgets'
import { devices } from '../../contract/devices'
import { goals } from '../../contract/goals'
import { npsResponses } from '../../contract/nps'
import { reports } from '../../contract/reports'
import { companyUsers } from '../../contract/users'
import { useLacksScope } from '../lib/api/scopes'
import { serverNow } from '../lib/api/server-clock'
import { consoleOrigin, dateFormat } from '../lib/request-context'
import * as typography from '../ui/typography.module.css'

const sentenceList = new Intl.ListFormat('en-GB')
const day = dateFormat({ dateStyle: 'full' })
const time = dateFormat({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })

const parts = {
  satisfaction: npsResponses.list,
  budgets: budgets.list,
  goals: goals.list,
  contacts: companyUsers.list,
  devices: devices.list,
  rules: automation.list,
  reports: reports.list,
}

/** On paper the title, date and source; on screen what paper leaves out for lack of access. */
export const PrintHead = ({ now = serverNow() }: { now?: Date }) => {
  const lacksScope = useLacksScope()
  const leftOut = Object.entries(parts).flatMap(([name, list]) => (lacksScope(list) ? [name] : []))
  return (
    <>
      <p className={typography.onPaper}>
        <b>Client overview</b> {day().format(now)}. From {new URL(consoleOrigin()).host} at {time().format(now)}.
      </p>
      {leftOut.length > 0 && (
        <p className={typography.dim} data-screen-only>
          Left out of the printed page because you don’t have access: {sentenceList.format(leftOut)}.
        </p>
      )}
    </>
  )
}

import { rule } from '../automation/rule'
import { budget } from '../budgets/budget'
import { company } from '../companies/company'
import { device } from '../devices/device'
import { goal } from '../goals/goal'
import { certificate } from '../learning/certificate'
import { enrollment } from '../learning/enrollment'
import { template } from '../learning/template'
import { response } from '../nps/response'
import { survey } from '../nps/survey'
import { companyUser } from '../people/company-user'
import { staffUser } from '../people/staff-user'
import type { AnyRecordType } from '../record/record-type'
import { dashboard } from '../reporting/dashboard'
import { report } from '../reporting/report'
import { schedule } from '../reporting/schedule'
import { areas } from '../shell/areas'

/** All record types, in display order. */
export const recordTypes: AnyRecordType[] = [
  company,
  companyUser,
  staffUser,
  device,
  response,
  survey,
  budget,
  goal,
  rule,
  report,
  schedule,
  dashboard,
  enrollment,
  certificate,
  template,
]

/** All pages with their area’s icon. */
export const pages = areas.flatMap((area) =>
  area.pages
    ? area.pages.map(({ label, path }) => ({ label, path, icon: area.icon, area: area.label }))
    : [{ label: area.label, path: area.path, icon: area.icon, area: '' }],
)

export const iconOf = ({ path }: AnyRecordType) => pages.find((page) => page.path === path)?.icon ?? 'file-text'

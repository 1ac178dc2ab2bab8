import { filterValues } from '../../contract/filter-values'
import { filterValuesHandler } from '../api/filter-values'
import { implement } from '../api/implement'
import { devicesTable } from './devices'
import { goalsTable } from './goals'
import { reportsTable } from './reports'
import { certificatesTable, enrollmentsTable } from './training'
import { companyUsersTable, usersTable } from './users'

const role = { value: "(t.role ->> 'id')", name: "t.role ->> 'name'" }
const course = { value: "(t.course ->> 'id')", name: "t.course ->> 'title'" }
const itself = (column: string) => ({ value: column, name: column })

export const filterValueRoutes = implement(filterValues, {
  devices: filterValuesHandler(devicesTable, {
    status: itself('t.status'),
    deviceTypeId: { value: 't.device_type_id', name: 't.device_type_name' },
    manufacturer: itself('t.manufacturer'),
    locationId: { value: 't.location_id', name: 't.location_name', companyId: 't.company_id' },
  }),
  companyUsers: filterValuesHandler(companyUsersTable, { roleId: role }),
  users: filterValuesHandler(usersTable, { roleId: role }),
  goals: filterValuesHandler(goalsTable, { quarter: itself('t.quarter') }),
  reports: filterValuesHandler(reportsTable, {
    reportTypeId: { value: 't.report_type_id', name: 't.report_type_name' },
  }),
  enrollments: filterValuesHandler(enrollmentsTable, { courseId: course }),
  certificates: filterValuesHandler(certificatesTable, { courseId: course }),
})

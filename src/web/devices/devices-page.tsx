import { devices } from '../../contract/devices'
import { filterValues } from '../../contract/filter-values'
import { CompanyPicker } from '../domain/company-picker'
import { endPeriods } from '../domain/period-presets'
import { warrantyEnd } from '../domain/warranty/warranty'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { ButtonLink } from '../ui/button'
import { dayFrom } from '../ui/format/days-from-today'
import { DateTime, Text } from '../ui/format/format'
import { recordType as device, WarrantyState } from './device-record'
import { deviceStatus, modelText } from './labels'

const column = columnsOf<RowOf<typeof devices.list>>()

const columns = column.columns([
  column.accessor('name', { header: 'Name', meta: { width: 10 }, cell: nameCell(device) }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 12, card: 'whole' },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('status', { header: 'Status', meta: { width: 7.25, card: 'line', statuses: deviceStatus } }),
  column.accessor('deviceTypeName', { header: 'Type', meta: { width: 6.5 } }),
  column.accessor((row) => warrantyEnd(row), {
    id: 'warrantyEnd',
    header: 'Warranty',
    meta: { width: 10, holds: 'day', isAhead: true, card: 'end' },
    cell: ({ row }) => <WarrantyState warranty={row.original} />,
  }),
  column.accessor('model', {
    header: 'Model',
    meta: { width: 12.5, beside: [column.accessor('manufacturer', { header: 'Make' })] },
    cell: ({ row: { original } }) => <Text value={modelText(original)} />,
  }),
  column.accessor('serialNumber', { header: 'Serial number', meta: { width: 7.25 } }),
  column.accessor('lastSeen', {
    header: 'Last seen',
    meta: { width: 6.75, holds: 'time' },
    cell: ({ getValue }) => <DateTime value={getValue()} dateOnly />,
  }),
  column.accessor('locationName', { header: 'Location', meta: { width: 11.5, isExtra: true } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time', isExtra: true } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
  column.accessor('os', { header: 'Operating system', meta: { width: 11, isExtra: true } }),
  column.accessor('firmwareVersion', { header: 'Firmware', meta: { width: 7, isExtra: true } }),
  column.accessor('ipAddress', { header: 'IP address', meta: { width: 8, isExtra: true } }),
  column.accessor('macAddress', { header: 'MAC address', meta: { width: 9.5, isExtra: true } }),
  column.accessor('warrantyStart', { header: 'Warranty start', meta: { holds: 'day', isExtra: true } }),
  column.accessor('integrationSource', { header: 'Source system', meta: { width: 8, isExtra: true } }),
  column.accessor('externalDeviceId', { header: 'Source ID', meta: { width: 8, isExtra: true } }),
])

const itself = (word: string | null | undefined) => ({ id: word, name: word })
const statusFilter = valueFilter(devices.list, filterValues.devices, 'status', ({ status }) => itself(status))
const typeFilter = valueFilter(devices.list, filterValues.devices, 'deviceTypeId', (row) => ({
  id: row.deviceTypeId,
  name: row.deviceTypeName,
}))
const locationFilter = valueFilter(devices.list, filterValues.devices, 'locationId', (row) => ({
  id: row.locationId,
  name: row.locationName,
}))
const makeFilter = valueFilter(devices.list, filterValues.devices, 'manufacturer', ({ manufacturer }) =>
  itself(manufacturer),
)

const warrantyFilter = dateRange(endPeriods)

export const loader = listLoader(device)

export const Component = () => (
  <ListPage
    recordType={device}
    columns={columns}
    filters={{
      search: { label: 'Name, serial number, MAC or IP', findsMacs: true },
      companyId: { label: 'Company', control: CompanyPicker },
      warrantyAfter: {
        label: 'Warranty ends from',
        range: { label: 'Warranty end', holds: 'day', to: 'warrantyBefore', control: warrantyFilter },
      },
      warrantyBefore: { label: 'Warranty ends by', endsRange: true },
      status: { label: 'Status', control: statusFilter },
      inUse: { label: 'In use', words: { true: 'Yes', false: 'No' } },
      deviceTypeId: { label: 'Type', control: typeFilter },
      manufacturer: { label: 'Make', control: makeFilter },
      locationId: { label: 'Location', control: locationFilter },
    }}
    presets={() => [
      {
        name: 'Out of warranty',
        query: { inUse: 'true', warrantyBefore: dayFrom(-1), sortBy: 'warranty_end', sortDesc: 'false' },
      },
    ]}
    headLink={({ companyId }) => (
      <ButtonLink
        icon="calendar-clock"
        small
        kind="bare"
        href={`/replacements${companyId ? `?${new URLSearchParams({ companyId })}` : ''}`}
      >
        Replacement plan
      </ButtonLink>
    )}
    origin="Devices come from the monitoring tools connected in the portal. They’ll appear in this list."
  />
)

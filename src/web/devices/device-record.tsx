import { devices } from '../../contract/devices'
import { deviceBasics } from '../domain/records/device'
import { type Warranty, warrantyState } from '../domain/warranty/warranty'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { InlineCopyButton } from '../ui/copy-button'
import { Field } from '../ui/facts/details'
import { DateTime, Missing, Text } from '../ui/format/format'
import { Link } from '../ui/link'
import { StatusBadge } from '../ui/status-badge'
import { deviceStatus, modelText } from './labels'
import { devices as section } from './sections'

export const recordType = defineRecordType({
  ...deviceBasics,
  ...section,
  get: devices.get,
  state: ({ status, lastSeen }) => (
    <>
      {status && <StatusBadge badge={deviceStatus.badge(status)} />}
      {lastSeen && (
        <small>
          seen <DateTime value={lastSeen} />
        </small>
      )}
    </>
  ),
  facts: ({ companyId, companyName, deviceTypeId, deviceTypeName, locationId, locationName, ...device }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Warranty">
        <WarrantyState warranty={device} />
      </Field>
      <Field label="Type">
        <Alike by="deviceTypeId" id={deviceTypeId} name={deviceTypeName} />
      </Field>
      <Field label="Model" value={modelText(device)} />
      <Field label="Serial number">
        <Code value={device.serialNumber} what="serial number" />
      </Field>
      <Field label="Location">
        <Alike by="locationId" id={locationId} name={locationName} />
      </Field>
    </>
  ),
})

/** Types and locations have no page, so link to the devices that share them. */
const Alike = ({ by, id, name }: { by: string; id: string | null | undefined; name: string | null | undefined }) =>
  id ? <Link href={`${section.path}?${new URLSearchParams({ [by]: id })}`}>{name || id}</Link> : <Text value={name} />

/** Highlighted when action is needed. */
export const WarrantyState = ({ warranty }: { warranty: Warranty }) => {
  const badge = warrantyState(warranty)
  return badge ? <StatusBadge badge={badge} loud={badge.tone !== 'good'} /> : <Missing />
}

/** Copyable value. */
export const Code = ({ value, what }: { value: string | null | undefined; what: string }) =>
  value ? (
    <>
      {value} <InlineCopyButton text={value} what={what} />
    </>
  ) : (
    <Missing />
  )

import { devices } from '../../contract/devices'
import { CopySign } from '../kit/copy'
import { DateTime, Missing, Text } from '../kit/format'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { type Warranty, warrantyState } from './warranty'
import { statusLook } from './words'

const path = '/devices'

export const device = recordView({
  get: devices.get,
  list: devices.list,
  path,
  title: 'Devices',
  noun: ['device', 'devices'],
  name: ({ name }) => name,
  state: ({ status, lastSeen }) => (
    <>
      {status && <State look={statusLook(status)} />}
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
      <Field label="Model">
        <Text value={[device.manufacturer, device.model].filter(Boolean).join(' ')} />
      </Field>
      <Field label="Serial number">
        <Code value={device.serialNumber} what="serial number" />
      </Field>
      <Field label="Location">
        <Alike by="locationId" id={locationId} name={locationName} />
      </Field>
    </>
  ),
})

/** What has no page of its own leads to the table of the devices that share it. */
const Alike = ({ by, id, name }: { by: string; id: string | null | undefined; name: string | null | undefined }) =>
  id ? <a href={`${path}?${new URLSearchParams({ [by]: id })}`}>{name || id}</a> : <Text value={name} />

/** Loud where somebody has to act. */
export const WarrantyState = ({ warranty }: { warranty: Warranty }) => {
  const look = warrantyState(warranty)
  return look ? <State look={look} loud={look.tone !== 'good'} /> : <Missing />
}

/** What is typed into another program, and so is copied. */
export const Code = ({ value, what }: { value: string | null | undefined; what: string }) =>
  value ? (
    <>
      {value} <CopySign text={value} what={what} />
    </>
  ) : (
    <Missing />
  )

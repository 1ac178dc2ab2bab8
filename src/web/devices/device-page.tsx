import type { devices } from '../../contract/devices'
import { ruleBasics } from '../domain/records/rule'
import { warrantyDistance, warrantyEnd, warrantyState } from '../domain/warranty/warranty'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import { dayText } from '../ui/format/day'
import * as layout from '../ui/layout.module.css'
import { FactSection } from '../ui/page/section'
import { StatusBadge, switchLook } from '../ui/status-badge'
import { Code, recordType as device } from './device-record'
import { typeIcon } from './labels'
import { WarrantySection } from './warranty-section'

type Device = RecordOf<typeof devices.get>

export const loader = recordLoader(device, ({ companyId }) =>
  companyId
    ? [
        relatedQuery(device.list, { companyId }, { isRanked: true }),
        relatedQuery(ruleBasics.list, { companyId, entityType: 'device' }),
      ]
    : [],
)

export const Component = () => (
  <RecordPage recordType={device}>
    {(record) => (
      <div className={layout.columns} style={{ '--aside': '20rem' }}>
        <div>
          <WarrantySection device={record} />
          <Parts device={record} />
          <RecordFacts record={record} />
        </div>
        <div>{record.companyId && <SameCompany id={record.id} companyId={record.companyId} />}</div>
      </div>
    )}
  </RecordPage>
)

const Parts = ({ device: record }: { device: Device }) => (
  <>
    <FactSection title="Hardware">
      <Field label="Manufacturer" value={record.manufacturer} />
      <Field label="Model" value={record.model} />
      <Field label="Serial number">
        <Code value={record.serialNumber} what="serial number" />
      </Field>
      <Field label="Firmware" value={record.firmwareVersion} />
      <Field label="Operating system" value={record.os} />
    </FactSection>
    <FactSection title="Network">
      <Field label="IP address">
        <Code value={record.ipAddress} what="IP address" />
      </Field>
      <Field label="MAC address">
        <Code value={record.macAddress} what="MAC address" />
      </Field>
      <Field label="Last seen" value={record.lastSeen} holds="time" />
    </FactSection>
    <FactSection title="Source">
      <Field label="Source system" value={record.integrationSource} />
      <Field label="Source ID">
        <Code value={record.externalDeviceId} what="Source ID" />
      </Field>
    </FactSection>
  </>
)

const SameCompany = ({ id, companyId }: { id: string; companyId: string }) => (
  <>
    <Related
      title="Same company"
      recordType={device}
      having={{ companyId }}
      except={id}
      icon={({ deviceTypeName }) => typeIcon(deviceTypeName)}
      rank={(other) => warrantyDistance(other)}
      end={(other) => {
        const badge = warrantyState(other)
        return (
          badge && <StatusBadge badge={{ ...badge, word: dayText(warrantyEnd(other)) }} loud={badge.tone !== 'good'} />
        )
      }}
    />
    <Related
      title="Rules that apply"
      recordType={ruleBasics}
      having={{ companyId, entityType: 'device' }}
      icon="workflow"
      end={({ isActive }) => <StatusBadge badge={switchLook(isActive)} />}
    />
  </>
)

import { automation } from '../../contract/automation'
import type { devices } from '../../contract/devices'
import { dayText } from '../kit/day'
import { DateTime, Text } from '../kit/format'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { Related, type RelatedView } from '../kit/record/related'
import type { RecordOf } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { Code, device } from './device'
import { warrantyDistance, warrantyEnd, warrantyState } from './warranty'
import { WarrantySection } from './warranty-section'
import { typeIcon } from './words'

type Device = RecordOf<typeof devices.get>

export const DevicePage = () => (
  <RecordPage view={device}>
    {(record) => (
      <div className="columns" style={{ '--aside': '20rem' }}>
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
    <Section title="Hardware">
      <Facts>
        <Field label="Manufacturer">
          <Text value={record.manufacturer} />
        </Field>
        <Field label="Model">
          <Text value={record.model} />
        </Field>
        <Field label="Serial number">
          <Code value={record.serialNumber} what="serial number" />
        </Field>
        <Field label="Firmware">
          <Text value={record.firmwareVersion} />
        </Field>
        <Field label="System">
          <Text value={record.os} />
        </Field>
      </Facts>
    </Section>
    <Section title="Network">
      <Facts>
        <Field label="IP address">
          <Code value={record.ipAddress} what="IP address" />
        </Field>
        <Field label="MAC address">
          <Code value={record.macAddress} what="MAC address" />
        </Field>
        <Field label="Last seen">
          <DateTime value={record.lastSeen} />
        </Field>
      </Facts>
    </Section>
    <Section title="Source">
      <Facts>
        <Field label="Comes from">
          <Text value={record.integrationSource} />
        </Field>
        <Field label="ID there">
          <Code value={record.externalDeviceId} what="ID there" />
        </Field>
      </Facts>
    </Section>
  </>
)

const rule: RelatedView<typeof automation.get, typeof automation.list> = {
  list: automation.list,
  path: '/automation',
  noun: ['rule', 'rules'],
  name: ({ name }) => name,
}

const SameCompany = ({ id, companyId }: { id: string; companyId: string }) => (
  <>
    <Related
      title="Same company"
      view={device}
      having={{ companyId }}
      except={id}
      icon={({ deviceTypeName }) => typeIcon(deviceTypeName)}
      rank={(other) => warrantyDistance(other)}
      end={(other) => {
        const look = warrantyState(other)
        return look && <State look={{ ...look, word: dayText(warrantyEnd(other)) }} loud={look.tone !== 'good'} />
      }}
    />
    <Related
      title="Rules that look at it"
      view={rule}
      having={{ companyId, entityType: 'device' }}
      icon="workflow"
      end={({ isActive }) => (
        <State
          look={isActive ? { tone: 'good', glyph: 'active', word: 'On' } : { tone: 'calm', glyph: 'idle', word: 'Off' }}
        />
      )}
    />
  </>
)

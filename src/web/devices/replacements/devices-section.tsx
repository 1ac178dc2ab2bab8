import type { devices } from '../../../contract/devices'
import { warrantyEndOf } from '../../domain/warranty/in-use'
import type { RowOf } from '../../list/list-page'
import { RecordLink } from '../../record/record-link'
import { FigureTable } from '../../ui/figures/figure-table'
import { Day } from '../../ui/format/day'
import { formatNumber, plural, Text } from '../../ui/format/format'
import { Link } from '../../ui/link'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { modelText } from '../labels'
import type { Address } from './address'
import { useDevicesHref } from './devices-href'
import { devicesIn } from './plan'
import { spanWhen } from './span'

const most = 200

type Props = { address: Address; devices: RowOf<typeof devices.list>[] }

/** The devices of one client that are to be replaced in the years that are looked at. */
export const DevicesSection = ({ address, devices }: Props) => {
  const { span, assumptions } = address
  const href = useDevicesHref(address)(span)
  const due = devicesIn(devices, assumptions.lives, span)
  return (
    <Section
      title="Devices"
      total={`${formatNumber(due.length)} ${spanWhen(span)}`}
      more={
        href &&
        due.length > 0 && (
          <Link className={typography.more} href={href}>
            Open in Devices
          </Link>
        )
      }
    >
      {due.length === 0 ? (
        <p className={typography.dim}>Nothing has to be replaced {spanWhen(span)}.</p>
      ) : (
        <FigureTable
          caption={`Devices to replace ${spanWhen(span)}`}
          head={['Device', 'Type', 'Model', 'Warranty ends']}
          textHeads={['Type', 'Model']}
          rows={due.slice(0, most).map((device) => {
            const end = warrantyEndOf(device)
            return {
              key: device.id,
              name: <RecordLink to="/devices" id={device.id} name={device.name} />,
              cells: [
                <Text key="type" value={device.deviceTypeName} />,
                <Text key="model" value={modelText(device)} />,
                <Day key="end" value={end === null ? null : new Date(end).toISOString()} />,
              ],
            }
          })}
        />
      )}
      {due.length > most && <p className={typography.dim}>The first {plural(most, 'device', 'devices')}.</p>}
    </Section>
  )
}

import type { complianceTemplates } from '../../contract/compliance'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { RecordFacts } from '../ui/facts/record-facts'
import { WebLink } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import * as styles from './template-page.module.css'
import { recordType as template } from './template-record'

type Template = RecordOf<typeof complianceTemplates.get>

export const loader = recordLoader(template)

export const Component = () => (
  <RecordPage recordType={template}>
    {(record) => (
      <div className={layout.columns}>
        <div>
          <Prose title="Description" text={record.description} />
          <Prose title="Why it is important" text={record.whyImportant} />
          <Prose title="How to check" text={record.howToCheck} />
          <Prose title="Remediation" text={record.remediation} />
          <Prose title="Remediation impact" text={record.remediationImpact} />
        </div>
        <div>
          <References template={record} />
          <RecordFacts record={record} />
        </div>
      </div>
    )}
  </RecordPage>
)

const none = <p className={typography.dim}>Not provided.</p>

const Prose = ({ title, text }: { title: string; text: string | null | undefined }) => (
  <Section title={title}>{text?.trim() ? <p className={styles.prose}>{text.trim()}</p> : none}</Section>
)

/** One reference per line; URLs become links. */
const References = ({ template: { references } }: { template: Template }) => {
  const lines = (references ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim())
  return (
    <Section title="References">
      {lines.length > 0 ? (
        <ul className={styles.references}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and they never change places
            <li key={index}>
              <WebLink href={line.trim()} />
            </li>
          ))}
        </ul>
      ) : (
        none
      )}
    </Section>
  )
}

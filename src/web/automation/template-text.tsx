import styles from './rule-page.module.css'
import { fieldName } from './words'

/** Text with {{device.name}} in it: what is filled in later stands out from what is written. */
export const TemplateText = ({ text }: { text: string }) => (
  <>
    {text.split(/(\{\{[^{}]*\}\})/).map((part, index) =>
      part.startsWith('{{') ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
        <span key={index} className={styles.slot}>
          {fieldName(part.slice(2, -2).trim()).toLowerCase()}
        </span>
      ) : (
        part
      ),
    )}
  </>
)

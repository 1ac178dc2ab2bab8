import { Section } from '../ui/page/section'
import * as styles from './description.module.css'

export const Description = ({ text }: { text: string | null | undefined }) =>
  text?.trim() ? (
    <Section title="Description">
      <p className={styles.text}>{text.trim()}</p>
    </Section>
  ) : null

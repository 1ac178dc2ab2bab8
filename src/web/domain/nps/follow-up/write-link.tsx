import { ButtonLink } from '../../../ui/button'
import { mailTo } from './mail'
import * as styles from './write-link.module.css'

type Props = { answer: Parameters<typeof mailTo>[0]; primary?: boolean }

/** Opens an email with the feedback quoted; renders nothing without an address. */
export const WriteLink = ({ answer, primary }: Props) => {
  const href = mailTo(answer)
  if (!href) return null
  return (
    <ButtonLink icon="mail" kind={primary ? 'primary' : undefined} href={href}>
      <span className={styles.name}>Write to {answer.respondentName?.trim() || answer.respondentEmail}</span>
    </ButtonLink>
  )
}

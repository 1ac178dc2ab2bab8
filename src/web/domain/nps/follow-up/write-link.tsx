import * as buttons from '../../../ui/buttons.module.css'
import { Icon } from '../../../ui/icon/icon'
import { Link } from '../../../ui/link'
import { mailTo } from './mail'
import * as styles from './write-link.module.css'

type Props = { answer: Parameters<typeof mailTo>[0]; primary?: boolean }

/** Opens an email with the feedback quoted; renders nothing without an address. */
export const WriteLink = ({ answer, primary }: Props) => {
  const href = mailTo(answer)
  if (!href) return null
  return (
    <Link className={buttons.button} data-kind={primary ? 'primary' : undefined} href={href}>
      <Icon name="mail" />
      <span className={styles.name}>Write to {answer.respondentName?.trim() || answer.respondentEmail}</span>
    </Link>
  )
}

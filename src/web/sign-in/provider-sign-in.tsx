import { providerUrl } from '../lib/api/sign-in-ways'
import { Icon } from '../ui/icon/icon'
import styles from './sign-in-page.module.css'

type Notice = { code?: string | null; sentence?: string | null }
type Props = { label: string; notice: Notice | null | undefined; next: string }

/** Without a role the same account would be turned away again. */
const otherAccount = ['no-role', 'no-roles-claim', 'too-many-groups']

/** The way in for staff: a link, so that it works before the page's script does. */
export const ProviderSignIn = ({ label, notice, next }: Props) => {
  const again = otherAccount.includes(notice?.code ?? '')
  return (
    <div className={styles.provider}>
      {notice?.sentence && (
        <p className={styles.notice} role="alert">
          <Icon name="circle-alert" small />
          <span>{notice.sentence}</span>
        </p>
      )}
      <a className="button" data-kind="primary" rel="external" href={providerUrl(next, { again })}>
        {again ? `Use another account at ${label}` : `Sign in with ${label}`}
      </a>
    </div>
  )
}

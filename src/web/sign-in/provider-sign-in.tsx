import { forgetMissing } from '../lib/api/missing-operations'
import { providerUrl } from '../lib/api/session/sign-in'
import { ButtonLink } from '../ui/button'
import { Icon } from '../ui/icon/icon'
import * as styles from './sign-in-page.module.css'

type Notice = { code?: string | null; sentence?: string | null }
type Props = { label: string; isAway: boolean; notice: Notice | null | undefined; next: string }

/** An account without a role would be rejected again. */
const otherAccount = ['no-role', 'no-roles-claim', 'too-many-groups']

/** Sign-in link for staff; works before scripts load. */
export const ProviderSignIn = ({ label, isAway, notice, next }: Props) => {
  const sentence =
    notice?.sentence ??
    (isAway ? `${label} can’t be reached at the moment. Try again in a few minutes, or sign in with a key.` : null)
  const again = otherAccount.includes(notice?.code ?? '')
  return (
    <div className={styles.provider}>
      {sentence && (
        <p className={styles.notice} role="alert">
          <Icon name="circle-alert" small />
          <span>{sentence}</span>
        </p>
      )}
      <ButtonLink kind="primary" rel="external" href={providerUrl(next, { again })} onClick={forgetMissing}>
        {again ? `Use another ${label} account` : `Sign in with ${label}`}
      </ButtonLink>
    </div>
  )
}

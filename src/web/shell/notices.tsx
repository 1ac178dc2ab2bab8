import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { connectionProblem, isPolled, showsEarlierData } from '../lib/api/connection-status'
import { useNewVersion } from '../lib/browser/new-version'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon/icon'
import * as styles from './notices.module.css'

/** Console-wide notices; only the most immediate cause is shown. */
export const Notices = () => {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  )
  const away = connectionProblem.use()
  const isEarlier = showsEarlierData.use()
  const isOld = useNewVersion()
  const isAway = !online || away !== undefined
  const [cause, effect] = !online
    ? ['Offline.', 'New pages will load when you’re back online.']
    : away
      ? [away.detail, `${isEarlier ? 'Showing earlier data. ' : ''}${isPolled(away) ? 'Retrying.' : ''}`]
      : ['A new version of Quarterdeck is available.', 'Save your changes, then reload.']
  return (
    <div className={styles.notices} role="status">
      {(isAway || isOld) && (
        <p className={styles.notice}>
          <Icon name={isAway ? 'cloud-off' : 'rotate-cw'} />
          <span>
            <b>{cause}</b> {effect}
          </span>
          {!isAway && (
            <Button small onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useConnectionError } from '../lib/api/connection-status'
import { useNewVersion } from '../lib/new-version'
import * as buttons from '../ui/buttons.module.css'
import { Icon } from '../ui/icon/icon'
import * as styles from './notices.module.css'

/** Console-wide notices; only the most immediate cause is shown. */
export const Notices = () => {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  )
  const away = useConnectionError()
  const isOld = useNewVersion()
  return (
    <div className={styles.notices} role="status">
      {!online ? (
        <p className={styles.notice}>
          <Icon name="cloud-off" />
          <span>
            <b>Offline.</b> Showing earlier data. New pages will load when you’re back online.
          </span>
        </p>
      ) : away ? (
        <p className={styles.notice}>
          <Icon name="cloud-off" />
          <span>
            <b>{away.detail}</b> Showing earlier data. Retrying.
          </span>
        </p>
      ) : (
        isOld && (
          <p className={styles.notice}>
            <Icon name="rotate-cw" />
            <span>
              <b>A new version of Quarterdeck is available.</b> Save your changes, then reload.
            </span>
            <button type="button" className={buttons.button} data-size="small" onClick={() => location.reload()}>
              Reload
            </button>
          </p>
        )
      )}
    </div>
  )
}

import { useState } from 'react'
import { imageOf } from '../lib/browser/image'
import { consoleOrigin } from '../lib/request-context'
import * as styles from './avatar.module.css'
import { initials } from './labels'

type Props = { person: { fullName?: string | null; email?: string | null; avatarUrl?: string | null } }

/** Avatar image if same-origin and loaded, otherwise initials. The name is shown beside it. */
export const Avatar = ({ person: { fullName, email, avatarUrl } }: Props) => {
  const [broken, setBroken] = useState<string | null>(null)
  const address = imageOf(avatarUrl, consoleOrigin())
  return (
    <span className={styles.avatar} aria-hidden="true">
      {address && address !== broken ? (
        <img key={address} src={address} alt="" onError={() => setBroken(address)} />
      ) : (
        initials(fullName || email)
      )}
    </span>
  )
}

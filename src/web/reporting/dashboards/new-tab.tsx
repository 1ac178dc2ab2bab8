import * as buttons from '../../ui/buttons.module.css'
import { Icon } from '../../ui/icon/icon'

/** External link without referrer or opener. */
export const NewTab = ({ address }: { address: string | null | undefined }) => {
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return (
    <a className={buttons.button} href={address} target="_blank" rel="noopener noreferrer">
      Open in a new tab
      <Icon name="arrow-up-right" />
    </a>
  )
}

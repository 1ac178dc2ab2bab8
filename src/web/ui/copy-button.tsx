import { useState } from 'react'
import { copyText } from '../lib/browser/clipboard'
import { Button, IconButton } from './button'
import * as styles from './copy-button.module.css'
import type { IconName } from './icon/icon'
import { toast } from './overlay/toasts'

export const toastCopyFailed = ({ message }: Error) => toast({ tone: 'bad', title: 'Couldn’t copy.', more: message })

const useCopy = (onFail: (error: Error) => void = toastCopyFailed) => {
  const [copied, setCopied] = useState(false)
  const copy = async (text: string) => {
    try {
      await copyText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    } catch (error) {
      onFail(error as Error)
    }
  }
  return { copied, copy }
}

type SignProps = {
  text: string
  what: string
  className?: string
  /** In a dialog, which a toast lies outside of. */
  onFail?: (error: Error) => void
}

export const CopyIconButton = ({ text, what, className, onFail }: SignProps) => {
  const { copied, copy } = useCopy(onFail)
  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={`Copy ${what}`}
        {...(className && { className })}
        onClick={() => copy(text)}
      />
      <span className="visually-hidden" role="status">
        {copied && `${what} copied`}
      </span>
    </>
  )
}

/** Small icon button for the end of a line. */
export const InlineCopyButton = (props: SignProps) => <CopyIconButton {...props} className={styles.copy} />

type ButtonProps = { text: () => string; children: string; small?: boolean; icon?: IconName }

export const CopyButton = ({ text, children, small, icon = 'copy' }: ButtonProps) => {
  const { copied, copy } = useCopy()
  return (
    <>
      {/* First, since some rows give their last button an edge of its own. */}
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
      <Button
        icon={copied ? 'check' : icon}
        kind="bare"
        small={small}
        aria-label={children}
        onClick={() => copy(text())}
      >
        {copied ? 'Copied' : children}
      </Button>
    </>
  )
}

export const CopyLink = ({ small }: { small?: boolean }) => (
  <CopyButton icon="link" text={() => location.href} small={small ?? false}>
    Copy link
  </CopyButton>
)

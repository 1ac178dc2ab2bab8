import { useState } from 'react'
import { Icon } from './ui/icon'

const useCopy = () => {
  const [copied, setCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return { copied, copy }
}

export const CopyIcon = ({ text, what }: { text: string; what: string }) => {
  const { copied, copy } = useCopy()
  return (
    <button
      type="button"
      className="icon-button"
      title={`Copy ${what}`}
      aria-label={`Copy ${what}`}
      onClick={() => copy(text)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span className="visually-hidden" role="status">
        {copied && `${what} copied`}
      </span>
    </button>
  )
}

export const CopySign = ({ text, what }: { text: string; what: string }) => {
  const { copied, copy } = useCopy()
  return (
    <button
      type="button"
      className="copy"
      title={`Copy ${what}`}
      aria-label={`Copy ${what}`}
      onClick={() => copy(text)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span className="visually-hidden" role="status">
        {copied && `${what} copied`}
      </span>
    </button>
  )
}

export const CopyButton = ({ text, children, small }: { text: () => string; children: string; small?: boolean }) => {
  const { copied, copy } = useCopy()
  return (
    <button
      type="button"
      className="button"
      data-kind="bare"
      data-size={small ? 'small' : undefined}
      onClick={() => copy(text())}
    >
      <Icon name={copied ? 'check' : 'link'} />
      <span role="status">{copied ? 'Copied' : children}</span>
    </button>
  )
}

export const CopyLink = ({ small }: { small?: boolean }) => (
  <CopyButton text={() => location.href} small={small ?? false}>
    Copy link
  </CopyButton>
)

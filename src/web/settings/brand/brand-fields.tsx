import { useState } from 'react'
import { highestLogo, largestLogo, widestLogo } from '../../../contract/brand'
import type { ControlProps } from '../../form/fields'
import { Button } from '../../ui/button'
import { formatNumber } from '../../ui/format/format'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'
import * as styles from './brand-fields.module.css'

const accepted = 'image/png, image/jpeg'

/** A PNG or JPEG as the address of its data. */
export const LogoField = ({ now, onChoose, input }: ControlProps) => {
  const { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = input
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (target: HTMLInputElement) => {
    const file = target.files?.[0]
    if (!file) return
    const found = await problemOf(file)
    const address = found ? null : await addressOf(file).catch(() => null)
    setProblem(found ?? (address ? null : unreadable))
    if (address) onChoose(address)
    // Lets the same file be chosen again.
    target.value = ''
  }
  return (
    <div className={styles.image}>
      {now && <img src={now} alt="" />}
      <input
        type="file"
        id={id}
        accept={accepted}
        aria-invalid={isInvalid || problem !== null}
        aria-describedby={[describedBy, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        onChange={({ target }) => void choose(target)}
      />
      {now && (
        <Button kind="bare" onClick={() => onChoose('')}>
          Remove
        </Button>
      )}
      {problem && (
        <span className={fields.error} role="alert" id={`${id}-problem`}>
          <Icon name="circle-alert" small />
          {problem}
        </span>
      )}
    </div>
  )
}

const unreadable = 'This picture can’t be read. Save it as a PNG or JPEG again, or choose another one.'

/** What the server would refuse, before anything is shown of it. */
const problemOf = async (file: File) => {
  if (!accepted.includes(file.type || 'none')) return 'This file is not a PNG or JPEG. Choose one that is.'
  if (file.size > largestLogo) return 'This picture is larger than 512\u00a0KB. Choose a smaller one.'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return unreadable
  const { width, height } = picture
  picture.close()
  return width > widestLogo || height > highestLogo
    ? `This picture is larger than ${formatNumber(widestLogo)} × ${highestLogo} pixels. Choose a smaller one.`
    : null
}

const addressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

/** A colour as text, and beside it the browser’s means to pick one. */
export const ColourField = ({ label, now, onChoose, input }: ControlProps) => (
  <div className={styles.colour}>
    <input
      type="color"
      aria-label={`Pick the ${label.toLowerCase()}`}
      value={/^#[0-9a-f]{6}$/i.test(now) ? now : '#000000'}
      onChange={({ target }) => onChoose(target.value)}
    />
    <input className={fields.input} autoComplete="off" spellCheck={false} {...input} />
  </div>
)

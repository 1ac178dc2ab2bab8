import { Missing } from '../../ui/format/format'
import { Link } from '../../ui/link'

/** Who made a change, as in an audit event. */
export type Authored = {
  key?: { name?: string | null } | null | undefined
  person?: { name?: string | null; userId?: string | null } | null | undefined
}

type Props = {
  of: Authored
  /** True if following the link must not leave the page. */
  inNewTab?: boolean
}

/** A person, linked to their staff user, or the name of a key. */
export const Author = ({ of: { key, person }, inNewTab }: Props) => {
  const name = person?.name || key?.name
  if (!name) return <Missing />
  if (!person?.userId) return name
  const away = inNewTab ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <Link href={`/users/${encodeURIComponent(person.userId)}`} {...away}>
      {name}
    </Link>
  )
}

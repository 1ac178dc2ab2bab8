import { Missing } from '../ui/format/format'

type Props = { value: boolean | null | undefined; yes?: string; no?: string }

/** A flag in words: neither of them is better than the other, so it is no state. */
export const YesNo = ({ value, yes = 'Yes', no = 'No' }: Props) =>
  typeof value === 'boolean' ? value ? yes : no : <Missing />

import { Missing } from '../ui/format/format'

type Props = { value: boolean | null | undefined; yes?: string; no?: string }

/** A flag as text; neutral, so not a status badge. */
export const YesNo = ({ value, yes = 'Yes', no = 'No' }: Props) =>
  typeof value === 'boolean' ? value ? yes : no : <Missing />

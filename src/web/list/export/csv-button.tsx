import { saveFile } from '../../lib/browser/save-file'
import { Button } from '../../ui/button'
import { toast } from '../../ui/overlay/toasts'
import { useExportOptions } from './export-options'
import type { ExportTable } from './export-table'
import { fileName } from './file-name'
import { useParts } from './part-of'

type Props = {
  /** Of the file. */
  title: string
  table: () => ExportTable
  /** Which part of all it has, as a sentence; what the page was calculated from is known. */
  part?: string | false
}

/** Saves a table of figures, separated and with dates as in the last export. */
export const CsvButton = ({ title, table, part }: Props) => {
  const [{ separator, dates }] = useExportOptions()
  const outer = useParts()
  const save = async () => {
    const [{ csvOf }, { withDates, withParts }] = await Promise.all([import('./csv'), import('./export-table')])
    const text = await csvOf(
      withDates(withParts(table(), part ? [...outer, part] : outer), dates),
      separator,
      new AbortController().signal,
    )
    saveFile(fileName(title, 'csv'), new Blob([text], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <Button
      icon="download"
      kind="bare"
      small
      onClick={() =>
        save().catch(() => toast({ tone: 'bad', title: 'The file couldn’t be made.', more: 'Try again.' }))
      }
    >
      CSV<span className="visually-hidden">: {title}</span>
    </Button>
  )
}

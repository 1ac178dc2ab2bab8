import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BriefKind, briefFileName, briefs, briefTypes } from '../../../contract/briefs'
import { type BriefChoice, type BriefDocument, type Paper, papers } from '../../../contract/core/brief-document'
import { notPrintedHeader } from '../../../contract/core/brief-not-printed'
import type { Language } from '../../domain/brief/languages'
import { ApiError } from '../../lib/api/api-error'
import { fetchFile } from '../../lib/api/fetch-file'
import { useMissingScope } from '../../lib/api/scopes'
import { saveFile } from '../../lib/browser/save-file'
import { zoneName } from '../../lib/request-context'
import { Button } from '../../ui/button'
import { ChoiceList } from '../../ui/overlay/choice-list'
import { Popover } from '../../ui/overlay/popover'
import { explanation } from '../../ui/overlay/tip'
import { toast } from '../../ui/overlay/toasts'

type Form = { label: string; kind: BriefKind; paper: Paper }

/** In the client's paper first. */
const formsOf = (kept: Paper): Form[] => [
  ...papers
    .toSorted((paper) => (paper === kept ? -1 : 1))
    .map((paper): Form => ({ label: `PDF, ${paper}`, kind: 'pdf', paper })),
  { label: 'Word', kind: 'word', paper: kept },
]

type Props = { id: string; chosen: Partial<BriefChoice>; brief: BriefDocument }

/** Saves the brief as a file, which the server makes. */
export const BriefDownload = ({ id, chosen, brief }: Props) => {
  const [isMaking, setIsMaking] = useState(false)
  const missingScope = useMissingScope(briefs.renderChosen)
  const download = async ({ kind, paper }: Form) => {
    setIsMaking(true)
    try {
      const { file, headers } = await fetchFile(
        briefs.renderChosen,
        { id, body: { ...chosen, paper, zone: zoneName() } },
        briefTypes[kind],
      )
      saveFile(briefFileName(brief, kind), file)
      const more = notPrintedIn(headers)
      if (more) toast({ tone: 'attention', title: 'Some characters are missing', more })
    } catch (error) {
      toast({
        tone: 'bad',
        title: 'The brief couldn’t be downloaded.',
        more: error instanceof ApiError ? error.detail : 'Try again.',
      })
    } finally {
      setIsMaking(false)
    }
  }
  if (missingScope)
    return (
      <Button icon="download" aria-disabled="true" {...explanation(missingScope)}>
        Download
      </Button>
    )
  const forms = formsOf(brief.paper)
  return (
    <Popover large icon="download" label={isMaking ? 'Preparing file' : 'Download'}>
      {(close) =>
        isMaking ? (
          'The file is being prepared.'
        ) : (
          <ChoiceList
            choices={forms.map(({ label }) => [label, label])}
            onChoose={(label) => {
              close()
              const form = forms.find((one) => one.label === label)
              if (form) void download(form)
            }}
          />
        )
      }
    </Popover>
  )
}

/** Names the letters that are boxes in a PDF which the server made. */
const notPrintedIn = (headers: Headers) => {
  const letters = [...decodeURIComponent(headers.get(notPrintedHeader) ?? '')]
  return letters.length > 0
    ? `The PDF shows boxes for characters it can’t print: ${letters.join(' ')}. The Word file can show them.`
    : null
}

/** The same before the PDF is sent. Plain Latin text always prints, so then no PDF is made to find out. */
export const useNotPrinted = (id: string, language: Language, paper: Paper, brief: BriefDocument) =>
  useQuery({
    queryKey: ['brief', id, 'not printed', language, paper, brief],
    queryFn: async () =>
      notPrintedIn(
        (await fetchFile(briefs.renderChosen, { id, body: { language, paper, zone: zoneName() } }, briefTypes.pdf))
          .headers,
      ),
    enabled: /[^\s\0-\u017f‘’“”„–—…−·€]/.test(JSON.stringify(brief)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** A table's cell is text, written in the brief's language; a number's column is aligned at its end. */
type Column = { title: string; isNumber?: true }

/**
 * A point without a value has no one behind it; a faint one has too few. `note` qualifies its label, as in "so far". `title`, of
 * a trend's, says all of it in one line.
 */
export type Point = {
  label: string
  note?: string
  value: number | null
  text: string
  title?: string
  isFaint?: true
}

/** "Q4 2026 (so far)" */
export const withNote = (label: string, note: string | undefined) => (note ? `${label} (${note})` : label)

export type Block =
  | { kind: 'paragraph'; text: string }
  /** What someone at the client said, in quotation marks, and when. */
  | { kind: 'quotation'; text: string; source: string }
  /** The one large number of its section, with what it means beside it. */
  | { kind: 'figure'; value: string; label: string; notes: string[] }
  | { kind: 'table'; caption: string; columns: Column[]; rows: string[][] }
  /** `alternative` says in a sentence what the chart shows. */
  | ({ kind: 'chart'; title: string; alternative: string; points: Point[] } & (
      | { form: 'shares' | 'bars' }
      /** `lines` are the round values of its axis, from the lowest to the highest. */
      | { form: 'trend'; lines: number[] }
    ))

export const sectionNames = [
  ...(['summary', 'satisfaction', 'changes', 'budget', 'goals'] as const),
  ...(['estate', 'people', 'proposal', 'sources'] as const),
] as const
export type SectionName = (typeof sectionNames)[number]

export type BriefSection = { name: SectionName; title: string; blocks: Block[] }

export const briefLanguages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type BriefLanguage = (typeof briefLanguages)[number]

export const papers = ['A4', 'Letter'] as const
export type Paper = (typeof papers)[number]

/** What a brief is made of, as it is kept for a client. */
export type BriefChoice = {
  language: BriefLanguage
  paper: Paper
  sections: SectionName[]
  /** Null: written from the numbers. */
  firstSentence: string | null
  secondSentence: string | null
  thirdSentence: string | null
  /** Ids of responses. */
  firstQuotation: string | null
  secondQuotation: string | null
  /** The address of a what-if scenario. */
  scenario: string | null
  proposal: string | null
  /** A day. Null: that of the last published report. */
  changesSince: string | null
}

export const defaultChoice: BriefChoice = {
  language: 'en',
  paper: 'A4',
  sections: [...sectionNames],
  firstSentence: null,
  secondSentence: null,
  thirdSentence: null,
  firstQuotation: null,
  secondQuotation: null,
  scenario: null,
  proposal: null,
  changesSince: null,
}

/** Who the brief is from. `logo` is the address of its data, a PNG. */
export type BriefBrand = { name: string; colour: string; footer: string; logo: string | null }

export const defaultBrand: BriefBrand = { name: '', colour: '#162137', footer: '', logo: null }

/**
 * Reads a client's data from the API, as the caller of `fetch`, and writes the brief as it is kept, but for what is chosen here, with
 * the days of a time zone. Rejects with the status and detail of a refusal.
 */
export type ReadBrief = (
  companyId: string,
  chosen: Partial<BriefChoice>,
  zone: string,
  fetch: (path: string) => Promise<Response>,
) => Promise<BriefDocument>

/** A client brief, whatever it becomes: a page, a PDF, a Word file or slides. It has no links and no ids. */
export type BriefDocument = {
  /** BCP 47. */
  locale: string
  paper: Paper
  brand: BriefBrand
  title: string
  client: string
  /** The title of its files: what it is, and for whom. */
  fullTitle: string
  date: string
  sections: BriefSection[]
  /** Those of the summary as the numbers make them, which chosen ones replace. */
  sentences: string[]
  /** For the account manager's preview, in the brief's language; no part of what the client gets. */
  leftOut: string[]
  /** The same for programs. */
  leftOutNames: LeftOut[]
}

/** What a brief leaves out: a section that could not be read, and parts of sections. */
export const leftOutParts = ['draft-budgets', 'quotation', 'scenario'] as const
export type LeftOut = SectionName | (typeof leftOutParts)[number]

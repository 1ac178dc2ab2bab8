/** A table's cell is text, written in the brief's language; a number's column is aligned at its end. */
export type Column = { title: string; isNumber?: true }

/** A point without a value has nobody behind it; a faint one has too few. */
export type Point = { label: string; value: number | null; text: string; isFaint?: true }

export type Block =
  | { kind: 'paragraph'; text: string }
  /** The one large number of its section, with what it means beside it. */
  | { kind: 'figure'; value: string; label: string; notes: string[] }
  | { kind: 'table'; caption: string; columns: Column[]; rows: string[][] }
  /** `alternative` says in a sentence what the chart shows. */
  | ({ kind: 'chart'; title: string; alternative: string; points: Point[] } & (
      | { form: 'shares' | 'bars' }
      /** `lines` are the round values of its axis, from the lowest to the highest. */
      | { form: 'trend'; lines: number[] }
    ))

export const sectionNames = ['summary', 'satisfaction', 'budget', 'goals', 'estate', 'sources'] as const
export type SectionName = (typeof sectionNames)[number]

export type BriefSection = { name: SectionName; title: string; blocks: Block[] }

export const briefLanguages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type BriefLanguage = (typeof briefLanguages)[number]

/** Reads a client's data from the API, as the caller of `fetch`, and writes the brief. Rejects with the status and detail of a refusal. */
export type ReadBrief = (
  companyId: string,
  language: BriefLanguage,
  fetch: (path: string) => Promise<Response>,
) => Promise<BriefDocument>

/** A client brief, whatever it becomes: a page, a PDF, a Word file or slides. It has no links and no ids. */
export type BriefDocument = {
  /** BCP 47. */
  locale: string
  title: string
  client: string
  date: string
  sections: BriefSection[]
  /** For the account manager's preview, in the brief's language; no part of what the client gets. */
  leftOut: string[]
}

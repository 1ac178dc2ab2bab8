import type { Block } from '../../../contract/core/brief-document'
import type { Formats } from './formats'
import type { Count, Texts } from './texts/texts'

export type Writer = Formats & { locale: string; texts: Texts; count: (count: number) => Count; now: Date }

/** Of a table. */
export const mostRows = 20

export const paragraphs = (sentences: string[]): Block[] => sentences.map((text) => ({ kind: 'paragraph', text }))

/** A column of numbers. */
export const isNumber = (title: string) => ({ title, isNumber: true as const })

/** How many rows a table lacks. */
export const more = (rows: number, { texts, count }: Writer) =>
  rows > 0 ? paragraphs([texts.andMore(count(rows))]) : []

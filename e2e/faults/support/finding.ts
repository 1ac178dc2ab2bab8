/** What an experiment did and found, for a row of the table in docs/reliability.md. */
export type Finding = {
  /** The harm that was done, such as "kill -9 in the middle of writes". */
  harm: string
  /** How often, such as "100 kills, 18,214 writes". */
  count: string
  /** What was found, with figures, such as "every acknowledged write is there". */
  result: string
}

export type Row = { promise: string; kept: boolean; finding: Finding | undefined }

/** Prints what the experiments found as a table, for docs/reliability.md. */
export const printTable = (rows: Row[]) => {
  const lines = rows.map(({ promise, kept, finding: { harm, count, result } = { harm: '', count: '', result: '' } }) =>
    ['', promise, harm, count, kept ? result : 'BROKEN', ''].join(' | ').trim(),
  )
  console.log(['', '| promise | harm done | count | result |', '|---|---|---|---|', ...lines, ''].join('\n'))
}

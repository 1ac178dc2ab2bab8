import { styleText } from 'node:util'

const styled = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stdout.isTTY ? styleText(style, text) : text

const print = (text: string) => process.stdout.write(text)

type Row = { label: string; value: string; note?: string }

/** What the person who starts the server needs to know. */
export const showStartScreen = (rows: Row[]) => {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 3
  const lines = rows.flatMap(({ label, value, note }) => [
    `  ${styled('dim', label.padEnd(width))}${value}`,
    ...(note ? [`  ${' '.repeat(width)}${styled('dim', note)}`] : []),
  ])
  print(`\n  ${styled('bold', 'Quarterdeck')}\n\n${lines.join('\n')}\n\n`)
}

/** Progress on one line that overwrites itself at a terminal; elsewhere one line per part. */
export const showProgress = (title: string) => {
  const start = performance.now()
  let part = ''
  return {
    step: (name: string, done: number, total: number) => {
      if (process.stdout.isTTY)
        print(`\r\u001b[K  ${title}: ${name} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`)
      else if (part !== name) print(`${title}: ${name}\n`)
      part = name
    },
    done: () => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      print(process.stdout.isTTY ? `\r\u001b[K  ${title}: done in ${seconds} s\n` : `${title}: done in ${seconds} s\n`)
    },
  }
}

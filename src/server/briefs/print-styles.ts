/** The tokens of src/web/styles/tokens.css by day, as paper needs them. */
export const colours = {
  ink: '#162137',
  ink2: '#475062',
  ink3: '#616978',
  well: '#f4f3ef',
  hairline: '#e3e1dc',
  rule: '#cac7c0',
  sheet: '#ffffff',
}

export type Weight = 400 | 500 | 600

export type Style = { size: number; leading: number; weight: Weight; colour: string; tracking?: number }

type Name =
  | 'running'
  | 'axis'
  | 'value'
  | 'label'
  | 'note'
  | 'body'
  | 'strong'
  | 'prose'
  | 'lead'
  | 'section'
  | 'title'
  | 'display'

/** In points. */
export const styles: Record<Name, Style> = {
  running: { size: 8, leading: 11, weight: 400, colour: colours.ink3 },
  axis: { size: 7.5, leading: 10, weight: 400, colour: colours.ink3 },
  value: { size: 7.5, leading: 10, weight: 500, colour: colours.ink2 },
  label: { size: 8.5, leading: 12, weight: 500, colour: colours.ink2 },
  note: { size: 9, leading: 13, weight: 400, colour: colours.ink2 },
  body: { size: 9.5, leading: 13.5, weight: 400, colour: colours.ink },
  strong: { size: 9.5, leading: 13.5, weight: 500, colour: colours.ink },
  prose: { size: 11, leading: 17, weight: 400, colour: colours.ink },
  lead: { size: 14, leading: 22, weight: 400, colour: colours.ink },
  section: { size: 11, leading: 17, weight: 600, colour: colours.ink },
  title: { size: 30, leading: 37, weight: 600, colour: colours.ink, tracking: -0.4 },
  display: { size: 44, leading: 48, weight: 500, colour: colours.ink, tracking: -1 },
}

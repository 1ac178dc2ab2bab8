import type { Count, Texts } from './texts'

const counted =
  (one: string, many: string) =>
  ({ count, text }: Count) =>
    `${text} ${count === 1 ? one : many}`
const devices = counted('Gerät', 'Geräte')
const answers = counted('Antwort', 'Antworten')
const goals = counted('Ziel', 'Ziele')

export const german: Texts = {
  brief: 'Kundenbericht',
  letter: (client) =>
    `Guten Tag,\n\nanbei finden Sie den aktuellen Kundenbericht für ${client} als PDF. Bei Fragen antworten Sie einfach auf diese E-Mail.\n\nMit freundlichen Grüßen`,
  sections: {
    summary: 'Kurz gefasst',
    satisfaction: 'Zufriedenheit',
    changes: 'Was sich geändert hat',
    budget: 'Budget',
    goals: 'Ziele',
    estate: 'Geräte',
    people: 'Personen und Schulungen',
    proposal: 'Was wir vorschlagen',
    sources: 'Quellen',
  },

  scoreIs: (score, { count, text }) =>
    `Der Zufriedenheitswert liegt bei ${score}, aus ${text} ${count === 1 ? 'Antwort' : 'Antworten'} der letzten 90 Tage.`,
  noAnswers: 'In den letzten 90 Tagen hat niemand an einer Umfrage teilgenommen, daher gibt es keinen Wert.',
  risen: (points) => `Er ist gegenüber den 90 Tagen davor um ${points} Punkte gestiegen.`,
  fallen: (points) => `Er ist gegenüber den 90 Tagen davor um ${points} Punkte gesunken.`,
  unchanged: 'Die Veränderung gegenüber den 90 Tagen davor liegt innerhalb der Fehlerspanne.',
  tooFew: 'Bei weniger als zehn Antworten ist das ein Eindruck, keine Messung.',
  budgetIs: (year, total) => `Das Budget für ${year} beträgt ${total}.`,
  budgetProposed: (year, total) => `Das vorgeschlagene Budget für ${year} beträgt ${total}.`,
  largestShare: (category, share) => `Der größte Anteil entfällt auf ${category} mit ${share}.`,
  warrantiesEnded: (count) => `${devices(count)} ${count.count === 1 ? 'hat' : 'haben'} keine Garantie mehr.`,
  warrantiesEndSoon: ({ count, text }) =>
    count === 1
      ? `Bei ${text} Gerät endet die Garantie in den nächsten 90 Tagen.`
      : `Bei ${text} Geräten endet die Garantie in den nächsten 90 Tagen.`,
  goalsOverdue: (count) => `${goals(count)} ${count.count === 1 ? 'ist' : 'sind'} überfällig.`,
  goalsOpen: counted('Ziel ist offen und nicht überfällig.', 'Ziele sind offen, keines davon überfällig.'),

  netPromoterScore: 'Net Promoter Score',
  period: (from, to) => `${from} bis ${to}`,
  answers,
  margin: (points, confidence) => `±${points} Punkte bei ${confidence} Konfidenz`,
  scoreBefore: (score, count) => `90 Tage davor: ${score}, aus ${answers(count)}`,
  byQuarter: 'Wert nach Quartal',
  quarterLine: (quarter, score, count) => `${quarter}: ${score}, ${answers(count)}`,
  soFar: 'bisher',
  quarter: (quarter, year) => `Q${quarter} ${year}`,
  promoters: 'Promotoren (9–10)',
  passives: 'Passive (7–8)',
  detractors: 'Kritiker (0–6)',
  group: 'Gruppe',
  share: 'Anteil',
  count: 'Antworten',
  byGroup: 'Antworten nach Gruppe',
  quoted: (score, day) => `${score} von 10, ${day}`,

  firstBrief: 'Dies ist der erste Bericht; es gibt noch nichts zum Vergleichen.',
  since: (day) => `Seit dem ${day}`,
  nothingChanged: (day) => `Seit dem ${day} gibt es nichts zu berichten.`,
  change: 'Änderung',
  number: 'Anzahl',
  newAnswers: 'Neue Antworten',
  scoreOfThem: 'Ihr Score',
  goalsAdded: 'Neue Ziele',
  goalsCompleted: 'Erreichte Ziele',
  budgetsChanged: 'Neue oder geänderte Budgets',
  budgetsSaved: 'Seitdem gespeicherte Budgets',
  trainingsCompleted: 'Abgeschlossene Schulungen',
  warrantiesEndedSince: 'Abgelaufene Garantien',
  scoreBeforeThem: 'Score in ebenso vielen Tagen davor',
  tooFewToCompare: 'Bei weniger als zehn Antworten auf einer Seite lassen sich die beiden Werte kaum vergleichen.',
  mayBeChance: 'Der Unterschied zwischen den beiden Werten liegt innerhalb der Fehlerspanne.',
  goalsSlipped: 'Ziele mit verstrichenem Termin',
  peopleCame: 'Neue Personen',
  peopleSilent: 'Personen, die sich nicht mehr anmelden',
  goalsChanged: 'Geänderte Ziele',
  budgetsThatChanged: 'Geänderte Budgets',
  goalMoved: (was, is) => `von ${was} auf ${is}`,
  goalDone: 'erreicht',
  goalNew: 'neu',
  before: 'Vorher',
  now: 'Jetzt',

  noBudget: 'Es gibt kein genehmigtes oder vorgeschlagenes Budget.',
  year: 'Jahr',
  budget: 'Budget',
  state: 'Status',
  total: 'Summe',
  approved: 'Genehmigt',
  proposed: 'Vorgeschlagen',
  category: 'Kategorie',
  amount: 'Betrag',
  byCategory: 'Budget nach Kategorie',
  byYear: 'Budgets nach Jahr',
  categories: {
    software: 'Software',
    hardware: 'Hardware',
    labour: 'Dienstleistung',
    subscription: 'Abonnements',
    other: 'Sonstiges',
  },
  ownCurrency: 'Jedes Budget steht in seiner eigenen Währung; Währungen werden nicht addiert.',
  nextYear: (year, total, state) => `${year}: ${total}, ${state.toLowerCase()}`,
  whatIf: 'Was wäre, wenn',
  asPlanned: 'Wie geplant',
  difference: 'Unterschied',

  quarterName: 'Quartal',
  noGoals: 'Es gibt keine offenen Ziele.',
  goal: 'Ziel',
  due: 'Fällig',
  progress: 'Fortschritt',
  roadMap: 'Offene Ziele nach Fälligkeit',
  overdue: 'überfällig',
  noDate: 'Ohne Termin',
  goalsDone: (count) => `${goals(count)} erreicht.`,
  andMore: ({ text }) => `Und ${text} weitere.`,

  noDevices: 'Es sind keine Geräte in Gebrauch.',
  warranties: 'Geräte nach Garantie',
  ended: 'Garantie abgelaufen',
  within30: 'Endet in den nächsten 30 Tagen',
  in30To89: 'Endet in 30–89 Tagen',
  otherDevices: 'Endet später oder unbekannt',
  device: 'Gerät',
  model: 'Modell',
  warrantyEnds: 'Garantie bis',
  warrantiesEndingFirst: 'Zuerst ablaufende Garantien',
  warrantiesByQuarter: 'Ablaufende Garantien nach Quartal',
  fromToday: 'ab heute',

  peopleAtClient: 'Personen',
  answeredOf: (answered, people) =>
    `An einer Umfrage der letzten 90 Tage teilgenommen: ${answered} von ${people}, die es konnten`,
  trainings: 'Schulungen nach Kurs',
  training: 'Kurs',
  enrolled: 'Angemeldet',
  completed: 'Abgeschlossen',
  noTrainings: 'Niemand ist für eine Schulung angemeldet.',

  sourcesAre: (date) => `Alle Zahlen stammen aus unserem Service-Management-System, Stand ${date}.`,
  scoreMeans:
    'Net Promoter Score: Anteil der Bewertungen 9 und 10 minus Anteil der Bewertungen 0 bis 6, von −100 bis +100.',
  leftOut: (sections) =>
    `Nicht enthalten, weil dieser Zugang sie nicht umfasst oder sie nicht lesbar waren: ${sections}.`,
  unapprovedBudgets: counted(
    'Budget im Entwurf oder überholt ist nicht enthalten.',
    'Budgets im Entwurf oder überholt sind nicht enthalten.',
  ),
  noQuotation: 'Ein ausgewähltes Zitat fehlt, weil es die Antwort nicht mehr gibt oder sie keinen Kommentar hat.',
  noScenario:
    'Das Was-wäre-wenn-Szenario fehlt, weil sein Link nicht mehr zum Budget passt. Kopieren Sie ihn erneut aus dem Budget.',
}

import type { Count, Texts } from './texts'

const counted =
  (one: string, many: string) =>
  ({ count, text }: Count) =>
    `${text} ${count === 1 ? one : many}`
const answers = counted('antwoord', 'antwoorden')

export const dutch: Texts = {
  brief: 'Klantrapport',
  letter: (client) =>
    `Goedendag,\n\nBijgaand vindt u het actuele klantrapport voor ${client} als pdf. Hebt u vragen, dan kunt u deze e-mail gewoon beantwoorden.\n\nMet vriendelijke groet`,
  sections: {
    summary: 'In het kort',
    satisfaction: 'Tevredenheid',
    changes: 'Wat er is veranderd',
    budget: 'Budget',
    goals: 'Doelen',
    estate: 'Apparaten',
    people: 'Mensen en training',
    proposal: 'Wat wij voorstellen',
    sources: 'Bronnen',
  },

  scoreIs: (score, count) =>
    `De tevredenheidsscore is ${score}, op basis van ${answers(count)} in de afgelopen 90 dagen.`,
  noAnswers: 'In de afgelopen 90 dagen heeft niemand een enquête ingevuld, dus er is geen score.',
  risen: (points) => `De score is ${points} punten hoger dan in de 90 dagen ervoor.`,
  fallen: (points) => `De score is ${points} punten lager dan in de 90 dagen ervoor.`,
  unchanged: 'Het verschil met de 90 dagen ervoor valt binnen de foutmarge.',
  tooFew: 'Met minder dan tien antwoorden is dit een indruk, geen meting.',
  budgetIs: (year, total) => `Het budget voor ${year} is ${total}.`,
  budgetProposed: (year, total) => `Het voorgestelde budget voor ${year} is ${total}.`,
  largestShare: (category, share) => `Het grootste deel is ${category}, met ${share}.`,
  warrantiesEnded: counted('apparaat heeft geen garantie meer.', 'apparaten hebben geen garantie meer.'),
  warrantiesEndSoon: ({ count, text }) =>
    count === 1
      ? `Van ${text} apparaat verloopt de garantie binnen 90 dagen.`
      : `Van ${text} apparaten verloopt de garantie binnen 90 dagen.`,
  goalsOverdue: counted('doel is te laat.', 'doelen zijn te laat.'),
  goalsOpen: counted('doel staat open en ligt op tijd.', 'doelen staan open en liggen op tijd.'),

  netPromoterScore: 'Net Promoter Score',
  period: (from, to) => `${from} tot en met ${to}`,
  answers,
  margin: (points, confidence) => `±${points} punten bij ${confidence} betrouwbaarheid`,
  scoreBefore: (score, count) => `90 dagen ervoor: ${score}, op basis van ${answers(count)}`,
  byQuarter: 'Score per kwartaal',
  quarterLine: (quarter, score, count) => `${quarter}: ${score}, ${answers(count)}`,
  soFar: 'tot nu toe',
  quarter: (quarter, year) => `K${quarter} ${year}`,
  promoters: 'Promotors (9–10)',
  passives: 'Passieven (7–8)',
  detractors: 'Criticasters (0–6)',
  group: 'Groep',
  share: 'Aandeel',
  count: 'Antwoorden',
  byGroup: 'Antwoorden per groep',
  quoted: (score, day) => `${score} van 10, ${day}`,

  firstBrief: 'Dit is het eerste rapport; er is nog niets om mee te vergelijken.',
  since: (day) => `Sinds ${day}`,
  nothingChanged: (day) => `Sinds ${day} is er niets te melden.`,
  change: 'Verandering',
  number: 'Aantal',
  newAnswers: 'Nieuwe reacties',
  scoreOfThem: 'Hun score',
  goalsAdded: 'Toegevoegde doelen',
  goalsCompleted: 'Behaalde doelen',
  budgetsChanged: 'Toegevoegde of gewijzigde budgetten',
  budgetsSaved: 'Sindsdien opgeslagen budgetten',
  trainingsCompleted: 'Afgeronde trainingen',
  warrantiesEndedSince: 'Verlopen garanties',
  scoreBeforeThem: 'Score in evenveel dagen ervoor',
  tooFewToCompare:
    'Met minder dan tien antwoorden aan een van beide kanten zijn de twee scores nauwelijks te vergelijken.',
  mayBeChance: 'Het verschil tussen de twee scores valt binnen de foutmarge.',
  goalsSlipped: 'Doelen waarvan de deadline is verstreken',
  peopleCame: 'Nieuwe mensen',
  peopleSilent: 'Mensen die niet meer inloggen',
  goalsChanged: 'Gewijzigde doelen',
  budgetsThatChanged: 'Gewijzigde budgetten',
  goalMoved: (was, is) => `van ${was} naar ${is}`,
  goalDone: 'bereikt',
  goalNew: 'nieuw',
  before: 'Voorheen',
  now: 'Nu',

  noBudget: 'Er is geen goedgekeurd of voorgesteld budget.',
  year: 'Jaar',
  budget: 'Budget',
  state: 'Status',
  total: 'Totaal',
  approved: 'Goedgekeurd',
  proposed: 'Voorgesteld',
  category: 'Categorie',
  amount: 'Bedrag',
  byCategory: 'Budget per categorie',
  byYear: 'Budgetten per jaar',
  categories: {
    software: 'software',
    hardware: 'hardware',
    labour: 'arbeid',
    subscription: 'abonnementen',
    other: 'overig',
  },
  ownCurrency: 'Elk budget staat in zijn eigen valuta; valuta’s worden niet bij elkaar opgeteld.',
  nextYear: (year, total, state) => `${year}: ${total}, ${state.toLowerCase()}`,
  whatIf: 'Wat als',
  asPlanned: 'Zoals gepland',
  difference: 'Verschil',

  quarterName: 'Kwartaal',
  noGoals: 'Er zijn geen openstaande doelen.',
  goal: 'Doel',
  due: 'Deadline',
  progress: 'Voortgang',
  roadMap: 'Openstaande doelen op deadline',
  overdue: 'te laat',
  noDate: 'Geen datum',
  goalsDone: counted('doel bereikt.', 'doelen bereikt.'),
  andMore: ({ text }) => `En nog ${text}.`,

  noDevices: 'Er zijn geen apparaten in gebruik.',
  warranties: 'Apparaten op garantie',
  ended: 'Garantie verlopen',
  within30: 'Verloopt binnen 30 dagen',
  in30To89: 'Verloopt over 30–89 dagen',
  otherDevices: 'Verloopt later of onbekend',
  device: 'Apparaat',
  model: 'Model',
  warrantyEnds: 'Garantie tot',
  warrantiesEndingFirst: 'Garanties die het eerst aflopen',
  warrantiesByQuarter: 'Garanties die aflopen, per kwartaal',
  fromToday: 'vanaf vandaag',

  peopleAtClient: 'mensen',
  answeredOf: (answered, people) =>
    `Vulden in de afgelopen 90 dagen een enquête in: ${answered} van de ${people} die dat konden`,
  trainings: 'Trainingen per cursus',
  training: 'Cursus',
  enrolled: 'Ingeschreven',
  completed: 'Afgerond',
  noTrainings: 'Niemand is ingeschreven voor een training.',

  sourcesAre: (date) => `Alle cijfers komen uit ons servicemanagementsysteem, per ${date}.`,
  scoreMeans:
    'Net Promoter Score: het aandeel scores van 9 en 10 min het aandeel scores van 0 tot en met 6, van −100 tot +100.',
  leftOut: (sections) =>
    `Niet opgenomen omdat deze toegang ze niet omvat of ze niet gelezen konden worden: ${sections}.`,
  unapprovedBudgets: counted(
    'concept- of vervallen budget is niet opgenomen.',
    'concept- of vervallen budgetten zijn niet opgenomen.',
  ),
  noQuotation: 'Een gekozen citaat is niet opgenomen, omdat de reactie niet meer bestaat of geen opmerking heeft.',
  noScenario:
    'Het scenario is niet opgenomen, omdat de link niet meer bij het budget past. Kopieer de link opnieuw uit het budget.',
}

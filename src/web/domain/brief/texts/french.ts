import type { Count, Texts } from './texts'

/** Zero and one are singular. */
const counted =
  (one: string, many: string) =>
  ({ count, text }: Count) =>
    `${text} ${count < 2 ? one : many}`
const devices = counted('appareil', 'appareils')
const answers = counted('réponse', 'réponses')

export const french: Texts = {
  brief: 'Rapport client',
  letter: (client) =>
    `Bonjour,\n\nveuillez trouver ci-joint le rapport client de ${client} au format PDF. Pour toute question, il suffit de répondre à ce message.\n\nCordialement`,
  sections: {
    summary: 'En bref',
    satisfaction: 'Satisfaction',
    changes: 'Ce qui a changé',
    budget: 'Budget',
    goals: 'Objectifs',
    estate: 'Appareils',
    people: 'Personnes et formation',
    proposal: 'Ce que nous proposons',
    sources: 'Sources',
  },

  scoreIs: (score, count) =>
    `Le score de satisfaction est de ${score}, d’après ${answers(count)} sur les 90 derniers jours.`,
  noAnswers: 'Personne n’a répondu à une enquête au cours des 90 derniers jours : il n’y a donc pas de score.',
  risen: (points) => `Il a augmenté de ${points} points par rapport aux 90 jours précédents.`,
  fallen: (points) => `Il a baissé de ${points} points par rapport aux 90 jours précédents.`,
  unchanged: 'L’évolution par rapport aux 90 jours précédents reste dans la marge d’erreur.',
  tooFew: 'Avec moins de dix réponses, c’est une impression plutôt qu’une mesure.',
  budgetIs: (year, total) => `Le budget ${year} s’élève à ${total}.`,
  largestShare: (category, share) => `Le premier poste est « ${category} », avec ${share}.`,
  warrantiesEnded: (count) => `${devices(count)} ${count.count < 2 ? 'n’est' : 'ne sont'} plus sous garantie.`,
  warrantiesEndSoon: ({ count, text }) =>
    count < 2
      ? `La garantie de ${text} appareil expire dans les 90 jours.`
      : `La garantie de ${text} appareils expire dans les 90 jours.`,
  goalsOverdue: counted('objectif est en retard.', 'objectifs sont en retard.'),
  goalsOpen: counted('objectif est en cours, sans retard.', 'objectifs sont en cours, sans retard.'),

  netPromoterScore: 'Net Promoter Score',
  period: (from, to) => `du ${from} au ${to}`,
  answers,
  margin: (points) => `±${points} points à 95 % de confiance`,
  scoreBefore: (score, count) => `90 jours précédents : ${score}, d’après ${answers(count)}`,
  byQuarter: 'Score par trimestre',
  quarterLine: (quarter, score, count) => `${quarter} : ${score}, ${answers(count)}`,
  quarter: (quarter, year) => `T${quarter} ${year}`,
  promoters: 'Promoteurs (9–10)',
  passives: 'Passifs (7–8)',
  detractors: 'Détracteurs (0–6)',
  group: 'Groupe',
  share: 'Part',
  count: 'Réponses',
  byGroup: 'Réponses par groupe',
  quoted: (score, day) => `${score} sur 10, ${day}`,

  firstBrief: 'C’est le premier rapport : il n’y a encore rien à comparer.',
  since: (day) => `Depuis le ${day}`,
  nothingChanged: (day) => `Rien à signaler depuis le ${day}.`,
  change: 'Changement',
  number: 'Nombre',
  newAnswers: 'Nouvelles réponses',
  scoreOfThem: 'Leur score',
  goalsAdded: 'Objectifs ajoutés',
  goalsCompleted: 'Objectifs atteints',
  budgetsChanged: 'Budgets ajoutés ou modifiés',
  trainingsCompleted: 'Formations terminées',
  warrantiesEndedSince: 'Garanties expirées',

  noBudget: 'Il n’y a pas de budget approuvé ou proposé.',
  year: 'Année',
  budget: 'Budget',
  state: 'Statut',
  total: 'Total',
  approved: 'Approuvé',
  proposed: 'Proposé',
  category: 'Catégorie',
  amount: 'Montant',
  byCategory: 'Budget par catégorie',
  byYear: 'Budgets par année',
  categories: {
    software: 'logiciels',
    hardware: 'matériel',
    labour: 'prestations',
    subscription: 'abonnements',
    other: 'autres',
  },
  ownCurrency: 'Chaque budget est dans sa propre devise ; les devises ne sont pas additionnées.',
  nextYear: (year, total, state) => `${year} : ${total}, ${state.toLowerCase()}`,
  whatIf: 'Hypothèse',
  asPlanned: 'Comme prévu',
  difference: 'Différence',

  quarterName: 'Trimestre',
  noGoals: 'Il n’y a pas d’objectif en cours.',
  goal: 'Objectif',
  due: 'Échéance',
  progress: 'Avancement',
  roadMap: 'Objectifs en cours par échéance',
  overdue: 'en retard',
  noDate: 'Sans date',
  goalsDone: counted('objectif atteint.', 'objectifs atteints.'),
  andMore: counted('autre.', 'autres.'),

  noDevices: 'Il n’y a pas d’appareil.',
  warranties: 'Appareils par garantie',
  ended: 'Garantie expirée',
  within30: 'Expire dans les 30 jours',
  in31To90: 'Expire dans 31 à 90 jours',
  otherDevices: 'Expire plus tard, ou inconnue',
  device: 'Appareil',
  model: 'Modèle',
  warrantyEnds: 'Fin de garantie',
  replaceFirst: 'À remplacer en premier',
  replacementPlan: 'Garanties qui expirent, par trimestre',

  peopleAtClient: 'personnes',
  trainings: 'Formations par cours',
  training: 'Cours',
  enrolled: 'Inscriptions',
  completed: 'Terminées',
  noTrainings: 'Personne n’est inscrit à une formation.',

  sourcesAre: (date) => `Tous les chiffres proviennent de notre système de gestion des services, au ${date}.`,
  marginMeans: 'Net Promoter Score : la part des notes 9 et 10 moins la part des notes 0 à 6, de −100 à +100.',
  leftOut: (sections) => `Non inclus, car cet accès ne les comprend pas ou ils n’ont pas pu être lus : ${sections}.`,
  unapprovedBudgets: counted(
    'budget à l’état de brouillon ou obsolète n’est pas inclus.',
    'budgets à l’état de brouillon ou obsolètes ne sont pas inclus.',
  ),
  noQuotation: 'Une citation choisie est omise, car sa réponse n’existe plus ou n’a pas de commentaire.',
  noScenario: 'L’hypothèse est omise, car son lien ne correspond plus au budget. Copiez-le à nouveau depuis le budget.',
}

import type { Count, Texts } from './texts'

const counted =
  (one: string, many: string) =>
  ({ count, text }: Count) =>
    `${text} ${count === 1 ? one : many}`
const answers = counted('respuesta', 'respuestas')

export const spanish: Texts = {
  brief: 'Informe del cliente',
  letter: (client) =>
    `Buenos días:\n\nAdjunto encontrará el informe actual de ${client} en PDF. Si tiene alguna pregunta, responda a este mensaje.\n\nUn saludo`,
  sections: {
    summary: 'En resumen',
    satisfaction: 'Satisfacción',
    budget: 'Presupuesto',
    goals: 'Objetivos',
    estate: 'Dispositivos',
    sources: 'Fuentes',
  },

  scoreIs: (score, count) =>
    `La puntuación de satisfacción es ${score}, según ${answers(count)} de los últimos 90 días.`,
  noAnswers: 'Nadie respondió a una encuesta en los últimos 90 días, por lo que no hay puntuación.',
  risen: (points) => `Ha subido ${points} puntos respecto a los 90 días anteriores.`,
  fallen: (points) => `Ha bajado ${points} puntos respecto a los 90 días anteriores.`,
  unchanged: 'El cambio respecto a los 90 días anteriores está dentro del margen de error.',
  tooFew: 'Con menos de diez respuestas es una impresión más que una medida.',
  budgetIs: (year, total) => `El presupuesto de ${year} es de ${total}.`,
  largestShare: (category, share) => `La partida mayor es ${category}, con un ${share}.`,
  warrantiesEnded: counted('dispositivo ya no tiene garantía.', 'dispositivos ya no tienen garantía.'),
  warrantiesEndSoon: counted(
    'dispositivo perderá la garantía en los próximos 90 días.',
    'dispositivos perderán la garantía en los próximos 90 días.',
  ),
  goalsOverdue: counted('objetivo está vencido.', 'objetivos están vencidos.'),
  goalsOpen: counted('objetivo está abierto y dentro de plazo.', 'objetivos están abiertos y dentro de plazo.'),

  netPromoterScore: 'Net Promoter Score',
  period: (from, to) => `del ${from} al ${to}`,
  answers,
  margin: (points) => `±${points} puntos con un 95 % de confianza`,
  scoreBefore: (score, count) => `90 días anteriores: ${score}, según ${answers(count)}`,
  byQuarter: 'Puntuación por trimestre',
  quarterLine: (quarter, score, count) => `${quarter}: ${score}, ${answers(count)}`,
  quarter: (quarter, year) => `T${quarter} ${year}`,
  promoters: 'Promotores (9–10)',
  passives: 'Pasivos (7–8)',
  detractors: 'Detractores (0–6)',
  group: 'Grupo',
  share: 'Proporción',
  count: 'Respuestas',
  byGroup: 'Respuestas por grupo',

  noBudget: 'No hay ningún presupuesto aprobado ni propuesto.',
  year: 'Año',
  budget: 'Presupuesto',
  state: 'Estado',
  total: 'Total',
  approved: 'Aprobado',
  proposed: 'Propuesto',
  category: 'Categoría',
  amount: 'Importe',
  byCategory: 'Presupuesto por categoría',
  byYear: 'Presupuestos por año',
  categories: {
    software: 'software',
    hardware: 'hardware',
    labour: 'mano de obra',
    subscription: 'suscripciones',
    other: 'otros',
  },
  ownCurrency: 'Cada presupuesto está en su propia moneda; las monedas no se suman.',

  noGoals: 'No hay objetivos abiertos.',
  goal: 'Objetivo',
  due: 'Fecha límite',
  progress: 'Progreso',
  roadMap: 'Objetivos abiertos por fecha límite',
  overdue: 'vencido',
  noDate: 'Sin fecha',
  goalsDone: counted('objetivo cumplido.', 'objetivos cumplidos.'),
  andMore: ({ text }) => `Y ${text} más.`,

  noDevices: 'No hay dispositivos.',
  warranties: 'Dispositivos por garantía',
  ended: 'Garantía vencida',
  within30: 'Vence en los próximos 30 días',
  in31To90: 'Vence en 31–90 días',
  otherDevices: 'Vence más tarde o no se conoce',
  device: 'Dispositivo',
  model: 'Modelo',
  warrantyEnds: 'Fin de la garantía',
  replaceFirst: 'Sustituir primero',

  sourcesAre: (date) => `Todas las cifras proceden de nuestro sistema de gestión de servicios, a ${date}.`,
  marginMeans:
    'Net Promoter Score: la proporción de puntuaciones 9 y 10 menos la de puntuaciones de 0 a 6, de −100 a +100.',
  leftOut: (sections) => `No se incluye porque este acceso no lo abarca o no se pudo leer: ${sections}.`,
  unapprovedBudgets: counted(
    'presupuesto en borrador u obsoleto no se incluye.',
    'presupuestos en borrador u obsoletos no se incluyen.',
  ),
}

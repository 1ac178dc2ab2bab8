import { Missing } from '../format'
import { beingRead } from './being-read'
import { type AnyView, hrefOf, type ReadById, type RecordOf, type RecordView } from './view'

/** Every kind of record that others name. */
type Path =
  | '/companies'
  | '/company-users'
  | '/users'
  | '/nps/surveys'
  | '/nps/responses'
  | '/budgets'
  | '/goals'
  | '/devices'
  | '/automation'
  | '/reports'
  | '/report-schedules'
  | '/training/enrollments'
  | '/training/certificates'
  | '/compliance'

type LinkProps = { to: Path; id: string | null | undefined; name?: string | null | undefined; isBeingRead?: boolean }

/** A record that another one names; by its ID where the name is not known. */
export const RecordLink = ({ to, id, name, isBeingRead }: LinkProps) => {
  if (!id) return name || <Missing />
  return (
    <a href={hrefOf({ path: to }, { id })} title={name ?? undefined}>
      {isBeingRead ? <span className="being-read bone" ref={beingRead} style={{ '--w': '7rem' }} /> : name || id}
    </a>
  )
}

type NameProps<G extends ReadById> = {
  view: Pick<RecordView<G, AnyView['list']>, 'path' | 'name'>
  record: RecordOf<G>
}

/** The first cell of a row: what the row is called, leading to its page. */
export const NameLink = <G extends ReadById>({ view, record }: NameProps<G>) => {
  const name = view.name(record)
  return (
    <a href={hrefOf(view, record)} title={name ?? undefined}>
      {name || <Missing />}
    </a>
  )
}

import { Missing } from '../format'
import { beingRead } from './being-read'
import { type AnyView, hrefOf, nameOf, type ReadById, type RecordOf, type RecordView } from './view'

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
  if (!id) return name?.trim() || <Missing />
  return (
    <a href={hrefOf({ path: to }, { id })} title={name ?? undefined}>
      {isBeingRead ? (
        <span className="being-read bone" ref={beingRead} style={{ '--w': '7rem' }} />
      ) : (
        name?.trim() || id
      )}
    </a>
  )
}

type NameProps<G extends ReadById> = {
  view: Pick<RecordView<G, AnyView['list']>, 'path' | 'name' | 'noun'>
  record: RecordOf<G>
}

/** The first cell of a row: what the row is called, leading to its page. */
export const NameLink = <G extends ReadById>({ view, record }: NameProps<G>) => {
  const name = nameOf(view, record)
  return (
    <a href={hrefOf(view, record)} title={name}>
      {name}
    </a>
  )
}

import type { ReactNode } from 'react'
import { RecordLink } from '../../record/record-link'
import { hrefOf } from '../../record/record-type'
import { Day } from '../../ui/format/day'
import { inDays } from '../../ui/format/days-from-today'
import { Icon } from '../../ui/icon/icon'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import type { Due } from './due'
import * as styles from './due-line.module.css'
import { kindLabels } from './labels'

type Props = {
  due: Due
  /** Stands in for the company’s name where the record lacks it. */
  children?: ReactNode
}

/** A due item in one line: its name, its company and its day. */
export const DueLine = ({ due, children }: Props) => (
  <li className={styles.line}>
    <Icon name={kindLabels[due.kind].icon} />
    <span className={styles.what}>
      <Link href={hrefOf(kindLabels[due.kind], due)} {...tip(due.name)}>
        {due.name}
      </Link>{' '}
      <small>
        {due.companyName ? <RecordLink to="/companies" id={due.companyId} name={due.companyName} /> : children}
      </small>
    </span>
    <small className={styles.day}>{inDays(due.day)}</small>
    <small className={styles.date}>
      <Day value={due.date} />
    </small>
  </li>
)

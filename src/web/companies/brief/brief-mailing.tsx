import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { briefSchedules } from '../../../contract/brief-schedules'
import type { BriefDocument } from '../../../contract/core/brief-document'
import type { Language } from '../../domain/brief/languages'
import { Deliveries } from '../../domain/brief-mail/deliveries'
import { notHere, runsText } from '../../domain/brief-mail/labels'
import { lettersQuery, useMail } from '../../domain/brief-mail/queries'
import { briefScheduleBasics } from '../../domain/brief-mail/schedule-basics'
import { ScheduleState } from '../../domain/schedule-status'
import { isMissing } from '../../lib/api/api-error'
import { useMissingScope } from '../../lib/api/scopes'
import { Related, relatedQuery } from '../../record/related'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { disabledBecause } from '../../ui/overlay/tip'
import * as typography from '../../ui/typography.module.css'
import * as styles from './brief-page.module.css'

const ScheduleDialog = lazyComponent(
  async () => (await import('../../domain/brief-form/schedule-dialog')).ScheduleDialog,
)

type Props = { id: string; language: Language; brief: BriefDocument }

/** Below the brief, for the account manager: when it goes out, and what has. */
export const BriefMailing = ({ id, language, brief }: Props) => {
  const having = { companyId: id }
  const { error } = useQuery(relatedQuery(briefSchedules.list, having))
  if (isMissing(error)) return <p className={`${typography.dim} ${styles.mailing}`}>{notHere}</p>
  return (
    <div className={styles.mailing} data-screen-only>
      <Related
        title="Scheduled"
        recordType={briefScheduleBasics}
        having={having}
        icon="calendar-clock"
        name={runsText}
        end={({ status }) => status && <ScheduleState status={status} />}
        above={<NewSchedule {...{ id, language, brief }} />}
      />
      <Deliveries having={having} />
    </div>
  )
}

const NewSchedule = ({ id, language, brief: { client } }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const missingScope = useMissingScope(briefSchedules.create)
  const letter = useQuery(lettersQuery(client)).data?.[language]
  const mail = useMail()
  return (
    <p className={styles.newSchedule}>
      <Button icon="plus" {...disabledBecause(missingScope, () => setOpen(true))}>
        Schedule this brief
      </Button>{' '}
      {mail?.whyNot && <span className={typography.dim}>{mail.whyNot}</span>}
      {isOpen && letter && (
        <ScheduleDialog
          given={{ companyId: id, companyName: client, message: letter.message, language }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}

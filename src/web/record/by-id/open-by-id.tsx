import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { useOwner } from '../../lib/api/session/owner'
import { Button } from '../../ui/button'
import * as fields from '../../ui/input/fields.module.css'
import { Form } from '../../ui/input/form'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import * as lists from '../../ui/lists.module.css'
import { EmptyState } from '../../ui/states/empty-state'
import { useRecentRecords } from '../recent-records'
import { type AnyRecordType, hrefOf } from '../record-type'
import * as styles from './open-by-id.module.css'
import { readId } from './read-id'

/** Shown when a server cannot list: open by ID, or pick a recent record. */
export const OpenById = ({ recordType }: { recordType: AnyRecordType }) => {
  const { list, get, path, noun } = recordType as AnyRecordType & { noun: [string, string] }
  const navigate = useNavigate()
  const seen = useRecentRecords(path, useOwner())
  const [fault, setFault] = useState('')
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = readId(get, String(new FormData(event.currentTarget).get('id')))
    const read = z.safeParse(get.params, { id })
    if (read.success) navigate(hrefOf({ path }, { id }))
    else setFault(`The ID ${read.error.issues[0]?.message ?? 'is not valid'}.`)
  }
  return (
    <EmptyState
      title={`This server can’t list ${noun[1]}`}
      below={
        <div className={styles.openById}>
          <Form className={fields.field} onSubmit={open} onInput={() => setFault('')}>
            <label htmlFor="open-id">ID</label>
            <span className={layout.actions}>
              <input
                id="open-id"
                name="id"
                className={fields.input}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={fault !== ''}
                aria-describedby="open-id-hint"
              />
              <Button type="submit">Open</Button>
            </span>
            <span id="open-id-hint" className={fault ? fields.error : fields.hint} role={fault ? 'alert' : undefined}>
              {fault || 'Copy it from another record, an email or an export.'}
            </span>
          </Form>
          {seen.length > 0 && (
            <section>
              <h3>Recent on this computer</h3>
              <ul className={lists.items}>
                {seen.map((record) => (
                  <li key={record.id}>
                    <Link href={hrefOf({ path }, record)}>{record.name}</Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      }
    >
      This server offers only what the specification has, and there is no <b>GET {list.path}</b>. Each {noun[0]} can be
      opened by its ID.
    </EmptyState>
  )
}

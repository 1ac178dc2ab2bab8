import { type FormEvent, useState } from 'react'
import {
  defaultThresholds,
  isLowBad,
  type JudgedFigure,
  judgedFigures,
  parseThresholds,
  type Thresholds,
  thresholdsText,
} from '../../contract/figures/client-health'
import { figureLabels } from '../domain/client-health/labels'
import { useHealthThresholds } from '../domain/client-health/thresholds'
import { useUnsavedChanges } from '../form/use-unsaved-changes'
import { Button } from '../ui/button'
import * as fields from '../ui/input/fields.module.css'
import { Form } from '../ui/input/form'
import { Link } from '../ui/link'
import { toast } from '../ui/overlay/toasts'
import { Page, PageHead } from '../ui/page/page'
import { SectionTabs } from '../ui/page/section-tabs'
import * as typography from '../ui/typography.module.css'
import * as styles from './client-health.module.css'
import { tabs } from './tabs'

const crumbs = [{ label: 'Settings' }]

const words = (figure: JudgedFigure) => (isLowBad(figure) ? 'below' : 'at least')

const isSame = (a: Thresholds[JudgedFigure], b: Thresholds[JudgedFigure]) => a?.watch === b?.watch && a?.act === b?.act

/** From which value on a client is to be watched, or needs action. */
export const Component = () => {
  const [kept, keep] = useHealthThresholds()
  // Only what is typed, so that limits saved in another tab show beside it.
  const [edits, setEdits] = useState<Partial<Thresholds>>({})
  const saved = parseThresholds(kept) ?? defaultThresholds
  const thresholds = { ...saved, ...edits }
  const text = thresholdsText(thresholds)
  const isValid = parseThresholds(text) !== null
  const changes = judgedFigures.filter((figure) => !isSame(thresholds[figure], saved[figure])).length
  const canSave = changes > 0 && isValid
  const canReset = text !== '' || kept !== ''
  const { question } = useUnsavedChanges(changes)
  const set = (figure: JudgedFigure, change: Partial<{ watch: number; act: number }> | null) =>
    setEdits((before) => ({
      ...before,
      [figure]: change && {
        ...(thresholds[figure] ?? (defaultThresholds[figure] as { watch: number; act: number })),
        ...change,
      },
    }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave) return
    keep(text)
    setEdits({})
    toast({ tone: 'good', text: 'Health limits saved' })
  }
  const reset = () => {
    if (!canReset) return
    keep('')
    setEdits({})
    const undo = () => {
      keep(kept)
      setEdits(edits)
    }
    toast({ tone: 'calm', text: 'Health limits reset', undo })
  }
  return (
    <Page title="Client health" crumbs={crumbs}>
      <PageHead title="Client health" />
      <SectionTabs of={tabs} />
      <p className={typography.lede}>
        A client’s health in <Link href="/clients">Clients side by side</Link> is that of its worst figure. A figure
        without data isn’t judged, and neither is a score of fewer than ten responses. These limits are kept on this
        computer and travel in the links that you share.
      </p>
      <Form onSubmit={save}>
        <table className={styles.limits} aria-label="Health limits">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Watch</th>
              <th scope="col">Needs action</th>
              <th scope="col">Included</th>
            </tr>
          </thead>
          <tbody>
            {judgedFigures.map((figure) => {
              const limits = thresholds[figure]
              const { label, unit } = figureLabels[figure]
              return (
                <tr key={figure}>
                  <th scope="row">
                    {label} {unit && <small className={typography.dim}>{unit}</small>}
                  </th>
                  {(['watch', 'act'] as const).map((level) => (
                    <td key={level}>
                      <label>
                        <span className={typography.dim}>{words(figure)}</span>{' '}
                        <span className="visually-hidden">
                          {label}, {level === 'act' ? 'needs action' : 'watch'}
                        </span>
                        <input
                          className={fields.input}
                          type="number"
                          step={figure === 'score' || unit === '%' ? 'any' : 1}
                          disabled={!limits}
                          value={limits && Number.isFinite(limits[level]) ? limits[level] : ''}
                          onChange={({ target }) => set(figure, { [level]: target.valueAsNumber })}
                        />
                      </label>
                    </td>
                  ))}
                  <td>
                    <input
                      type="checkbox"
                      className={fields.check}
                      aria-label={`Include ${label.toLowerCase()}`}
                      checked={limits !== null}
                      onChange={({ target }) => set(figure, target.checked ? {} : null)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {!isValid && (
          <p className={fields.error} role="alert">
            Enter numbers with at most one decimal. If higher is worse, “Needs action” can’t be lower than “Watch”; if
            lower is worse, it can’t be higher.
          </p>
        )}
        <p className={styles.buttons}>
          <Button kind="primary" type="submit" aria-disabled={!canSave}>
            Save limits
          </Button>
          <Button aria-disabled={!canReset} onClick={reset}>
            Reset to defaults
          </Button>
        </p>
      </Form>
      {question}
    </Page>
  )
}

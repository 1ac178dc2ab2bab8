import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { counts } from '../../domain/budgets/breakdown-of'
import { readScenario, writeScenario } from '../../domain/budgets/scenario'
import { type Budget, nothing, projectionOf, type Scenario } from '../../domain/budgets/what-if'
import { describeAddedText } from '../../domain/budgets/what-if-lines'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Notice } from '../../ui/facts/details'
import { placesOf } from '../../ui/format/money'
import { useWrongFields, WrongFields } from '../../ui/input/wrong-fields'
import * as layout from '../../ui/layout.module.css'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { Levers } from './what-if-levers'
import { Outcome } from './what-if-outcome'
import * as styles from './what-if-section.module.css'

/** Five-year scenario. Nothing is saved; the scenario is in the URL. */
export const WhatIf = ({ budget }: { budget: Budget }) => {
  const [search, setSearch] = useSearchParams()
  const lines = (budget.lineItems ?? []).filter((line) => counts(budget, line))
  const { scenario, ignored, uncountable } = readScenario(search, lines, budget.currency)
  const hasNotice = ignored.length > 0 || uncountable.length > 0
  const isChanged =
    scenario.all !== 0 ||
    scenario.added.length > 0 ||
    Object.keys({ ...scenario.increases, ...scenario.lines }).length > 0
  const projection = projectionOf(budget, scenario, placesOf(budget.currency))
  // Wrong text is only in its field, so Reset mounts the fields again.
  const [resets, setResets] = useState(0)
  const { hasWrong, count } = useWrongFields()
  const canReset = isChanged || hasWrong
  const set = (next: Scenario) =>
    setSearch(writeScenario(next, lines, search), { replace: true, preventScrollReset: true })
  if (lines.length === 0 && scenario.added.length === 0 && !hasNotice) return null
  return (
    <Section
      title="What if"
      total="not saved; share by link"
      onScreenOnly={!isChanged}
      more={
        <>
          <ul className={`${typography.legend} ${styles.key}`} aria-hidden="true">
            <li>
              <i data-saved />
              saved
            </li>
            <li>
              <i />
              what if
            </li>
          </ul>
          <div className={layout.actions}>
            <Button
              icon="undo-2"
              small
              kind="bare"
              aria-disabled={!canReset}
              onClick={() => {
                if (!canReset) return
                set(nothing)
                setResets(resets + 1)
              }}
            >
              Reset
            </Button>
            <CopyButton small icon="link" text={() => location.href}>
              Copy scenario
            </CopyButton>
          </div>
        </>
      }
    >
      {hasNotice && (
        <Notice>
          {ignored.length > 0 && (
            <>
              Ignored invalid scenario values: <b>{ignored.join(', ')}</b>.{' '}
            </>
          )}
          {uncountable.length > 0 && (
            <>
              The link has {uncountable.length > 1 ? 'purchases' : 'a purchase'} this page can’t count:{' '}
              <b>{uncountable.map(describeAddedText).join(', ')}</b>.
            </>
          )}
        </Notice>
      )}
      <div className={styles.whatIf}>
        <WrongFields value={count}>
          <Levers key={resets} budget={budget} lines={lines} scenario={scenario} set={set} />
        </WrongFields>
        <div>
          <Outcome budget={budget} projection={projection} isChanged={isChanged} />
        </div>
      </div>
    </Section>
  )
}

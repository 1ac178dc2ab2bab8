import { humanize } from '../lib/text/humanize'
import { Icon } from '../ui/icon/icon'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import type { RuleLike } from './rule-like'
import { actionsOf } from './rule-parts'
import { actionName, quoted, valueText } from './sentences/labels'
import { TemplateText } from './sentences/prose-text'
import * as styles from './steps.module.css'

/** Actions in order with all parameters, and a stamp where approval is needed. */
export const Steps = ({ rule }: { rule: RuleLike }) => {
  const actions = actionsOf(rule.actions)
  if (!actions)
    return (
      <Section title="Actions" total="unknown">
        <p className={typography.dim}>The server doesn’t provide the actions.</p>
      </Section>
    )
  return (
    <Section title="Actions" total={actions.length > 0 ? `${actions.length}, in this order` : 'none'}>
      <ol className={styles.steps} aria-label="Actions">
        {actions.map(({ type, approval, config, more }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a rule are known by their order
          <li key={place}>
            <h3>{type ? actionName(type) : 'Action without a type'}</h3>
            {approval === true && (
              <span className={styles.stamp}>
                <Icon name="stamp" />
                Needs approval
              </span>
            )}
            <dl>
              {[...config, ...more].map(([name, value], place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two parameters may have the same name
                <div key={place}>
                  <dt>{humanize(name) || quoted(name)}</dt>
                  <dd>
                    <TemplateText text={valueText(value)} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Section>
  )
}

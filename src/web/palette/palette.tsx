import { useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { canonicalId } from '../../contract/core/canonical-id'
import { longestSearch } from '../../contract/core/endpoint'
import { useLacksScope } from '../lib/api/scopes'
import { withBase } from '../lib/base-path'
import { capitalize } from '../lib/text/capitalize'
import { cleanSearch } from '../lib/text/clean-search'
import { truncate } from '../lib/text/truncate'
import { withArticle } from '../lib/text/with-article'
import { nameOf } from '../record/record-type'
import * as facts from '../ui/facts/facts.module.css'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import { KeyCap } from '../ui/key-cap'
import { useCombobox } from '../ui/overlay/combobox'
import { Dialog } from '../ui/overlay/dialog'
import { typedAhead } from '../ui/overlay/page-overlay'
import { canSearch, type Hit, type IdSearch, looksLikeId, useById, useFound, useSimilar } from './find'
import {
  actionGroup,
  foundGroups,
  hitOption,
  type Option,
  type OptionGroup,
  pageGroup,
  recentGroup,
  similarGroup,
} from './options'
import * as styles from './palette.module.css'
import { recordTypes } from './record-types'

/** Finds records by name or ID, opens pages and runs commands. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState(typedAhead)
  const wanted = cleanSearch(text)
  const { settled: part, settle } = useSettled(wanted)
  const uuid = canonicalId(part)
  const isSure = uuid !== null
  const { groups: found, isLooking, text: foundText } = useFound(recordTypes, isSure ? '' : part)
  // Searches by other identifiers first: a serial number can look like an ID.
  const id = uuid ?? (looksLikeId(part) && !isLooking && found.length === 0 ? part : null)
  const byId = useById(recordTypes, id)
  const isNothingFound = canSearch(part) && !isSure && !isLooking && found.length === 0
  const { similar, isLookingForSimilar } = useSimilar(recordTypes, isNothingFound ? part : null)
  const isSearching =
    part !== wanted || isLooking || isLookingForSimilar || byId.searched.some(({ state }) => state === 'looking')
  const lacksScope = useLacksScope()
  const [recent] = useState(() => recentGroup(lacksScope))

  const company = found.find(({ recordType }) => recordType.path === '/companies')?.hits[0]
  const commands = isSure ? [] : [pageGroup(part), actionGroup(part, company)]
  const leading = commands.flatMap(({ options }) => options.filter(({ leads }) => leads))
  const groups = (
    part
      ? [
          { title: 'Best matches', options: leading },
          ...byId.hits.map((hit) => ({
            title: `This ID is ${withArticle(hit.recordType.noun[0])}`,
            options: [hitOption(hit, '')],
          })),
          ...foundGroups(found, foundText),
          ...commands.map((group) => ({ ...group, options: group.options.filter(({ leads }) => !leads) })),
          similarGroup(similar),
        ]
      : [recent, pageGroup('')]
  ).filter(({ options }) => options.length > 0)
  const navigate = useNavigate()
  const take = ({ href, act }: Option, elsewhere: boolean) => {
    onClose()
    if (href && elsewhere) window.open(withBase(href), '_blank', 'noopener')
    else if (href) navigate(href)
    else act?.()
  }
  const combobox = useCombobox({
    label: 'Results',
    options: groups,
    keysOf: (groups) => optionsOf(groups).map(({ key }) => key),
    isOpen: groups.length > 0,
    isStale: isSearching && (part !== wanted || leading.length === 0),
    onWait: settle,
    onChoose: (key, { ctrlKey, metaKey }) => {
      const chosen = optionOf(key)
      if (chosen) take(chosen, ctrlKey || metaKey)
    },
  })
  const optionOf = (key: string | undefined) => optionsOf(combobox.options).find((option) => option.key === key)
  const active = optionOf(combobox.active)
  const searching = combobox.isWaiting ? 'Opens when found' : 'Searching'

  return (
    <Dialog className={styles.palette} title="Search and commands" onClose={onClose}>
      <div className={styles.ask}>
        <Icon name="search" />
        <input
          {...combobox.inputProps}
          aria-label="Search and commands"
          spellCheck={false}
          placeholder="Name, email, serial number, ID or page"
          maxLength={longestSearch}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            combobox.reset()
          }}
        />
        <small className={styles.searching} role="status">
          {isSearching && groups.length > 0 && searching}
        </small>
        <button type="button" className={styles.escape} aria-label="Esc, close" onClick={onClose}>
          <KeyCap>Esc</KeyCap>
        </button>
      </div>
      <div className={styles.answer}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets a scrolled area take the focus by itself */}
        <section aria-label="Found" tabIndex={0}>
          <Groups combobox={combobox} isSearching={isSearching} />
          {id && <WhereLooked text={isSure ? null : id} searched={byId.searched} hits={byId.hits} />}
          {!id && part && groups.length === 0 && (
            <p className={styles.nothing} role="status">
              {isSearching
                ? searching
                : canSearch(part)
                  ? `No match for “${truncate(part)}”`
                  : 'Type two characters or more'}
            </p>
          )}
        </section>
        {active?.hit && <Preview hit={active.hit} />}
      </div>
      <footer aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>↵</kbd> new tab
        </span>
        <span className={styles.hint}>Paste any ID to find its record</span>
      </footer>
    </Dialog>
  )
}

/** Debounced text, and a function that skips the delay. */
const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return { settled: useDeferredValue(settled), settle: () => setSettled(text) }
}

const optionsOf = (groups: OptionGroup[]) => groups.flatMap(({ options }) => options)

type GroupsProps = { combobox: ReturnType<typeof useCombobox<OptionGroup[]>>; isSearching: boolean }

const Groups = ({
  combobox: { options: groups, active, isWaiting, listProps, optionProps },
  isSearching,
}: GroupsProps) => (
  <div {...listProps} aria-busy={isSearching}>
    {groups.map(({ title, count, options }) => (
      // biome-ignore lint/a11y/useSemanticElements: groups of a list box, which no element is
      <div key={title} role="group" aria-label={title}>
        <div className={styles.title} aria-hidden="true">
          {title} {count && <small>{count}</small>}
        </div>
        {options.map(({ key, icon, label, hint }) => (
          <div key={key} {...optionProps(key)}>
            <Icon name={icon} />
            <span>
              {label} {hint && <small>{hint}</small>}
            </span>
            {key === active && !isWaiting && <KeyCap>↵</KeyCap>}
          </div>
        ))}
      </div>
    ))}
  </div>
)

type LookedProps = {
  /** Text that may also be a name, if no name matches. */
  text: string | null
  searched: IdSearch[]
  hits: Hit[]
}

/** An ID doesn’t reveal its type, so every resource is queried and listed. */
const WhereLooked = ({ text, searched, hits }: LookedProps) => (
  <>
    <h3 role="status">
      {hits.length > 0
        ? 'Searched in'
        : searched.some(({ state }) => state === 'looking')
          ? 'Searching for this ID'
          : text
            ? `No match for “${text}”`
            : 'No match for this ID'}
    </h3>
    <ul className={styles.looked}>
      {[...searched]
        .sort((a, b) => Number(b.state === 'found') - Number(a.state === 'found'))
        .map(({ recordType, state, why }) => (
          <li key={recordType.path} data-tone={state === 'found' ? 'good' : 'calm'}>
            <Glyph name={state === 'found' ? 'done' : 'idle'} />
            <span>{recordType.title}</span>
            <small>{why ?? state}</small>
          </li>
        ))}
    </ul>
  </>
)

const Preview = ({ hit: { recordType, record } }: { hit: Hit }) => (
  <aside className={styles.preview} aria-label={capitalize(recordType.noun[0])}>
    <h2>{nameOf(recordType, record)}</h2>
    {recordType.state?.(record)}
    <dl className={facts.facts}>{recordType.facts(record)}</dl>
  </aside>
)

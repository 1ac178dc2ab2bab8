import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import type { BriefDocument } from '../../../contract/core/brief-document'
import { IconButton } from '../../ui/button'
import { CloseButton, Dialog } from '../../ui/overlay/dialog'
import { BriefBlock, BriefBrandMark } from './brief'
import * as styles from './brief-slides.module.css'

type Props = {
  brief: BriefDocument
  /** From 1, the cover; one that is not there is the nearest. */
  slide: number
  onMove: (slide: number) => void
  onClose: () => void
}

/** A brief on a large screen: a section a slide, and nothing but what the client gets. */
export const BriefSlides = ({
  brief: { locale, brand, title, client, date, sections },
  slide,
  onMove,
  onClose,
}: Props) => {
  const last = sections.length + 1
  const shown = Math.min(Math.max(1, slide), last)
  const section = sections[shown - 2]
  const content = useRef<HTMLElement>(null)
  useFullScreen(onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide is read from its beginning
  useEffect(() => {
    content.current?.scrollTo({ top: 0 })
    content.current?.focus()
  }, [shown])
  const go = (to: number) => {
    if (to >= 1 && to <= last && to !== shown) onMove(to)
  }
  const keys: Record<string, number> = {
    ...{ ArrowLeft: shown - 1, PageUp: shown - 1, ArrowRight: shown + 1, PageDown: shown + 1 },
    ...{ Home: 1, End: last },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keys[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <Dialog className={styles.slides} title={client || title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys turn the slides, as the buttons below do */}
      <div className={styles.frame} style={{ '--brand': brand.colour }} onKeyDown={onKeyDown}>
        <article ref={content} className={styles.slide} lang={locale} tabIndex={-1} data-section={section?.name}>
          {section ? (
            <>
              <h2>{section.title}</h2>
              <div>
                {section.blocks.map((block, at) => {
                  const before = section.blocks[at - 1]
                  return (
                    <BriefBlock
                      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change places
                      key={at}
                      block={block}
                      under={before?.kind === 'chart' ? before.title : ''}
                    />
                  )
                })}
              </div>
            </>
          ) : (
            <div className={styles.cover}>
              <BriefBrandMark brand={brand} />
              <p>{title}</p>
              <h1 data-length={lengthOf(client || title)}>{client || title}</h1>
              <p>{date}</p>
            </div>
          )}
        </article>
        <footer>
          <span>{[brand.name, client || title].filter(Boolean).join(' · ')}</span>
          <span>
            {shown} of {last}
          </span>
          <IconButton
            icon="chevron-left"
            label="Previous slide"
            tip="Previous slide (←)"
            aria-disabled={shown === 1}
            onClick={() => go(shown - 1)}
          />
          <IconButton
            icon="chevron-right"
            label="Next slide"
            tip="Next slide (→)"
            aria-disabled={shown === last}
            onClick={() => go(shown + 1)}
          />
          <CloseButton onClose={onClose} />
        </footer>
      </div>
    </Dialog>
  )
}

/** A name may have 255 letters, which leave room for the rest of the cover only if they are smaller. */
const lengthOf = ({ length }: string) => (length > 140 ? 'very long' : length > 60 ? 'long' : undefined)

/** Fills the screen where the browser allows it; Escape, which then leaves full screen, ends the slides too. */
const useFullScreen = (onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) close()
    }
    document.addEventListener('fullscreenchange', onChange)
    // Refused unless someone has just clicked, as when the page is opened at a slide.
    let isClosed = false
    const leave = () => document.exitFullscreen().catch(() => {})
    document.documentElement.requestFullscreen?.().then(
      () => (isClosed ? leave() : undefined),
      () => {},
    )
    return () => {
      isClosed = true
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void leave()
    }
  }, [])
}

import * as styles from './brand-look.module.css'

type Props = { name: string; colour: string; footer: string; logo: string }

/** The first page of a client brief, small. */
export const BrandLook = ({ name, colour, footer, logo }: Props) => (
  <div
    className={styles.look}
    style={{ '--brand': colour }}
    role="img"
    aria-label="The first page of a brief with this name, logo and colour"
  >
    <i className={styles.bar} />
    {logo ? <img src={logo} alt={name || 'Logo'} /> : <b className={styles.name}>{name || ' '}</b>}
    <p className={styles.client}>Harbour Logistics</p>
    <p className={styles.figure}>+40.0</p>
    <div className={styles.bars} aria-hidden="true">
      {[0.9, 0.55, 0.3].map((share) => (
        <i key={share} style={{ '--n': share }} />
      ))}
    </div>
    <p className={styles.footer}>{[name, footer].filter(Boolean).join(' · ')}</p>
  </div>
)

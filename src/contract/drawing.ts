/* What the server and the web app agree on for a page that is drawn before any script of it has run. */

/** Who reads, and where: how numbers, money and dates are written, the zone of instants, the origin of the console. */
export type Reader = { locale: string; zone: string; origin: string }

/** The answer to a page's first question: where it was asked, its JSON, and its headers of these names. */
export type Answered = { path: string; text: string; etag: string | null; date: string | null }

/** What stands in a page. Its `style` attributes are rules of `styles`, since the page's policy allows no others. */
export type Drawing = { title: string; html: string; styles: string }

/** The page at an address: what it asks of the API first, as a path, and how it looks with the answer or without. */
export type OpenPage = (at: { pathname: string; search: string }) => {
  asks: string | null
  /** Rejects when what the app shows cannot be drawn outside a browser. */
  draw: (reader: Reader, answered: Answered | null) => Promise<Drawing>
}

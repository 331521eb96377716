import type { Card, Headline } from '#src/news/cards/cards.contract.ts';
import type { LanguageOrder } from '#src/news/stories/language-order.rules.ts';

/** The front: what editors put forward, sections of the page's language, and the newest stories in other languages. */
export interface Front {
  /** The lead of the paper, which its section does not show again. */
  lead: Card | null;
  breaking: Headline[];
  /** The newest stories of all sections, beside the lead. */
  latest: Headline[];
  order: LanguageOrder;
  /** Whether the reader has another order to choose: not where all stories are in one language. */
  hasChoice: boolean;
  sections: Section[];
  others: Card[];
}

export interface Section {
  /** Null for stories whose category was deleted. */
  category: { name: string; slug: string } | null;
  subs: { name: string; slug: string }[];
  cards: Card[];
  /** Whether the category has more stories than the board shows. */
  more: boolean;
}

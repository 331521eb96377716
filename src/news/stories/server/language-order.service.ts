import type { Context } from '#src/platform/context.ts';
import { type LanguageOrder, languageOrders } from '../language-order.rules.ts';
import { languageOrder } from '../news.settings.ts';

/** The order of languages: the reader's choice, else the paper's. */
export const orderOf = (ctx: Pick<Context, 'settings'>, asked?: string): LanguageOrder =>
  languageOrders.find((order) => order === asked) ?? ctx.settings.get(languageOrder);

/** Whether a page offers another order although it shows no other languages: the order may hide them. */
export const hasChoice = (ctx: Pick<Context, 'settings'>, asked?: string): boolean =>
  asked !== undefined || ctx.settings.get(languageOrder) !== languageOrder.default;

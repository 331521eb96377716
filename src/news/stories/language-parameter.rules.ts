import { languageOrders, orderParameter } from './language-order.rules.ts';

/** The parameter of the language order with its values, for the rules of pages that accept it. Browsers do not need it. */
export const languageParameter = { [orderParameter]: new RegExp(`^(?:${languageOrders.join('|')})$`) };

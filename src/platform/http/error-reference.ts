import type { Translate } from '#src/messages/catalogue.ts';
import { escapeXml } from '../text/xml.ts';

/** The line of an error page with the id of its request, by which the operator finds the cause in the log. */
export function errorReference(t: Translate, requestId: string): string {
  // Its letters are those of a request id, so it needs no escaping; in Urdu it is still written from the left.
  const [before = '', after = ''] = escapeXml(t('errors.reference', { id: '\n' })).split('\n');
  return `<small>${before}<bdi dir="ltr">${requestId}</bdi>${after}</small>`;
}

import {
  type CorrectionsBox,
  correctionDays,
  correctionsBox,
  maxCorrections,
} from '#src/epaper/layout/corrections-box.rules.ts';
import type { DateRange } from '#src/epaper/pages/date-range.rules.ts';
import type { Period } from '#src/epaper/pages/editions.rules.ts';
import { languages } from '#src/messages/languages.ts';
import { getCorrectionsForPrint } from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import { findEditionBefore } from './compose.queries.ts';

/** What was corrected in the context's language since the previous edition of the same kind; null if nothing was. */
export async function getCorrectionsBox(
  { db, language, text, config }: Pick<Context, 'db' | 'language' | 'text' | 'config'>,
  period: Period,
  days: DateRange,
): Promise<CorrectionsBox | null> {
  const between = correctionDays(days, await findEditionBefore(db, period, days.from));
  const corrections = await getCorrectionsForPrint({ db }, language, between, maxCorrections + 1);
  return correctionsBox(corrections, { t: text, locale: languages[language].locale, siteUrl: config.siteUrl });
}

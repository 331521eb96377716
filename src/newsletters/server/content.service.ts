import { isLanguage, type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { getCards, getNewStories, getWidePicture } from '#src/news/published/server/digest.service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import type { Content } from '../issues.contract.ts';
import { isEditable, issuePath, newSince } from '../newsletters.rules.ts';
import { type IssueContent, renderIssue } from './issue-mail.template.tsx';
import { findIssue, findNewsletter, type IssueRow, type NewsletterRow } from './issues.queries.ts';
import { forReader, type IssueMail } from './unsubscribe-links.template.ts';

/** The context in the language of a newsletter. */
export function inLanguageOf(ctx: Context, { language: stored }: Pick<NewsletterRow, 'language'>): Context {
  const language = stored as Language; // the contract accepts only languages of the site
  return isLanguage(language) ? { ...ctx, language, text: translator(language) } : ctx;
}

/** New stories for an issue that is due then, best first. */
export const chooseStories = (ctx: Context, newsletter: NewsletterRow, due: Date, count = newsletter.stories) =>
  getNewStories(inLanguageOf(ctx, newsletter), newsletter, { since: newSince(due, newsletter), count });

/** What an issue shows: its texts, and those of its stories that are public. */
export async function contentOf(
  ctx: Context,
  newsletter: NewsletterRow,
  { id, day }: Pick<IssueRow, 'id' | 'day'>,
  { subject, intro, stories: ids }: Content,
): Promise<IssueContent> {
  const own = inLanguageOf(ctx, newsletter);
  const { language } = own;
  const url = (path: string) => ctx.config.siteUrl + pathIn(language, path);
  const cards = await getCards(own, ids);
  const picture = cards[0] ? await getWidePicture(own, cards[0].id) : null;
  return {
    language,
    site: { name: ctx.settings.get(siteName), url: url('/news') },
    name: newsletter.name,
    date: indianDateFormat(languages[language].locale, { dateStyle: 'long' }).format(noonInIndia(day)),
    subject,
    intro,
    stories: cards.map(({ id: story, title, summary, label }, place) => ({
      title,
      summary,
      label,
      // The number of the newsletter, to count what is read of it; it is the same for all its readers.
      url: `${url(`/news/${story}`)}?newsletter=${newsletter.id}`,
      picture: place === 0 && picture ? { url: ctx.config.siteUrl + picture.path, alt: picture.alt || title } : null,
    })),
    webVersion: ctx.config.siteUrl + issuePath + id,
  };
}

/** Renders an issue for all its readers. */
export async function renderMail(
  ctx: Context,
  newsletter: NewsletterRow,
  issue: Pick<IssueRow, 'id' | 'day'>,
  content: Content,
): Promise<IssueMail> {
  return renderIssue(await contentOf(ctx, newsletter, issue, content), inLanguageOf(ctx, newsletter).text);
}

const previewKey = ({ signedUrls }: Pick<Context, 'signedUrls'>, id: number) =>
  signedUrls.hmac(`newsletter preview ${id}`, 26);

/** Path of an issue's document for users who have the link, also before the issue is sent. */
export const previewPath = (ctx: Pick<Context, 'signedUrls'>, id: number): string =>
  `${issuePath}${id}?preview=${previewKey(ctx, id)}`;

/** An issue with its newsletter. Throws `not_found`. */
export async function requireIssue(db: Db, id: number): Promise<{ issue: IssueRow; newsletter: NewsletterRow }> {
  const issue = await findIssue(db, id);
  const newsletter = issue && (await findNewsletter(db, issue.newsletterId));
  if (!issue || !newsletter) throw new AppError('not_found', 'newsletters.notFound');
  return { issue, newsletter };
}

/** The mail of an issue that has been sent, as a document. Throws `not_found`. */
export const getSentDocument = (ctx: Context, id: number): Promise<string> =>
  getDocument(ctx, id, ({ state }) => !isEditable(state));

/** The mail of an issue as a document, for users who have its `key`. Throws `not_found`. */
export const getPreviewDocument = (ctx: Context, id: number, key: string): Promise<string> =>
  getDocument(ctx, id, () => key === previewKey(ctx, id));

async function getDocument(ctx: Context, id: number, isVisible: (issue: IssueRow) => boolean): Promise<string> {
  const { issue, newsletter } = await requireIssue(ctx.db, id);
  if (!isVisible(issue)) throw new AppError('not_found', 'newsletters.notFound');
  const { subject, intro, storyIds: stories } = issue;
  const mail = await renderMail(ctx, newsletter, issue, { subject, intro, stories });
  return forReader(mail, ctx.config.siteUrl + pathIn(inLanguageOf(ctx, newsletter).language, '/newsletters')).html;
}

import { renderToStaticMarkup } from 'react-dom/server';
import type { Translate } from '#src/messages/catalogue.ts';
import { type Language, languages } from '#src/messages/languages.ts';
import { type IssueMail, leaveHere } from './unsubscribe-links.template.ts';

/** A story as a newsletter shows it. */
export interface MailedStory {
  title: string;
  summary: string;
  label: string | null;
  url: string;
  /** Of the first story only. */
  picture: { url: string; alt: string } | null;
}

/** What the copies of an issue have in common. */
export interface IssueContent {
  language: Language;
  site: { name: string; url: string };
  name: string;
  /** As it is read, such as "27 November 2026". */
  date: string;
  subject: string;
  /** Paragraphs are separated by empty lines. */
  intro: string;
  stories: MailedStory[];
  webVersion: string;
}

// Gmail and Outlook support no variables, so colours are inline, and the dark ones override them where media queries work.
const colours = { paper: '#fffdf9', ink: '#161412', soft: '#4a443d', rule: '#d8d0c2', press: '#a01a1a' };
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.paper,.paper td{background-color:#14120f!important}.ink{color:#ece6da!important}
.soft{color:#b9b0a3!important}.press{color:#ff9384!important}.rule{border-color:#3a352e!important}
.masthead{border-color:#ece6da!important}}`;
const serif = "Georgia, 'Noto Serif', serif";
const sans = "Helvetica, Arial, 'Noto Sans', sans-serif";

/** Renders an issue for all its readers. */
export function renderIssue(content: IssueContent, t: Translate): IssueMail {
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(<IssueDocument content={content} t={t} />)}`,
    text: textOf(content, t),
  };
}

function IssueDocument({ content, t }: { content: IssueContent; t: Translate }) {
  const { language, site, name, date, subject, intro, stories, webVersion } = content;
  const { direction } = languages[language];
  const align = direction === 'rtl' ? 'right' : 'left';
  const line = {
    margin: 0,
    fontFamily: serif,
    fontSize: 17,
    lineHeight: '27px',
    color: colours.ink,
    textAlign: align,
  } as const;
  const small = { ...line, fontFamily: sans, fontSize: 13, lineHeight: '20px', color: colours.soft };
  const [lead, ...others] = stories;
  return (
    <html lang={language} dir={direction}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyles}</style>
      </head>
      <body className="paper" style={{ margin: 0, backgroundColor: colours.paper }}>
        <Preview text={intro || (lead?.summary ?? '')} />
        {/* Yahoo drops the style of the body. */}
        <Block cellStyle={{ margin: 0, backgroundColor: colours.paper }}>
          <Block style={{ maxWidth: 600, padding: '24px 16px' }}>
            <p className="masthead" style={{ ...line, borderBottom: `4px solid ${colours.ink}`, paddingBottom: 8 }}>
              <Link
                href={site.url}
                className="ink"
                style={{ color: colours.ink, fontSize: 30, lineHeight: '40px', fontWeight: 900 }}
              >
                {site.name}
              </Link>
            </p>
            <p className="soft" style={{ ...small, padding: '8px 0 16px' }}>
              {name} · {date}
            </p>
            {intro
              .split(/\n\s*\n/)
              .filter(Boolean)
              .map((paragraph) => (
                <p key={paragraph} className="ink" style={{ ...line, paddingBottom: 16 }}>
                  {paragraph}
                </p>
              ))}
            {lead && (
              <Block>
                {lead.picture && (
                  <Link href={lead.url}>
                    <img
                      alt={lead.picture.alt}
                      src={lead.picture.url}
                      width="568"
                      style={{ ...picture, color: colours.soft, fontFamily: sans, fontSize: 13 }}
                    />
                  </Link>
                )}
                <StoryText story={lead} line={line} small={small} size={28} />
              </Block>
            )}
            {others.map((story) => (
              <Block key={story.url}>
                <Rule margin="20px 0 0" />
                <StoryText story={story} line={line} small={small} size={20} />
              </Block>
            ))}
            <Rule margin="28px 0 12px" />
            <p className="soft" style={small}>
              {t('newsletters.why', { name, site: site.name })}
            </p>
            <p className="soft" style={{ ...small, paddingTop: 8 }}>
              <Link href={webVersion} className="soft" style={{ color: colours.soft, textDecoration: 'underline' }}>
                {t('newsletters.webVersion')}
              </Link>
              {' · '}
              <Link href={leaveHere} className="soft" style={{ color: colours.soft, textDecoration: 'underline' }}>
                {t('newsletters.leave')}
              </Link>
            </p>
          </Block>
        </Block>
      </body>
    </html>
  );
}

const picture = { display: 'block', width: '100%', height: 'auto', outline: 'none', border: 'none' } as const;

interface BlockProps {
  style?: React.CSSProperties;
  cellStyle?: React.CSSProperties;
  children: React.ReactNode;
}

/** A table of one cell: Outlook gives no other element a width and a padding. */
const Block = ({ style, cellStyle, children }: BlockProps) => (
  <table role="presentation" align="center" width="100%" border={0} cellPadding="0" cellSpacing="0" style={style}>
    <tbody>
      <tr>
        <td style={cellStyle}>{children}</td>
      </tr>
    </tbody>
  </table>
);

const Link = ({ style, ...props }: React.ComponentProps<'a'>) => (
  <a {...props} target="_blank" style={{ textDecoration: 'none', ...style }} />
);

const Rule = ({ margin }: { margin: string }) => (
  <hr className="rule" style={{ width: '100%', border: 'none', borderTop: `1px solid ${colours.rule}`, margin }} />
);

const hidden = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 };
const shownOfPreview = 150; // characters

/** What lists of mails show after the subject. Invisible characters fill it, or the text of the mail would follow. */
const Preview = ({ text }: { text: string }) => (
  <div style={hidden}>
    {text.slice(0, shownOfPreview)}
    <div>{'\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF'.repeat(Math.max(0, shownOfPreview - text.length))}</div>
  </div>
);

interface StoryTextProps {
  story: MailedStory;
  line: React.CSSProperties;
  small: React.CSSProperties;
  size: number;
}

function StoryText({ story: { title, summary, label, url }, line, small, size }: StoryTextProps) {
  return (
    <>
      {label && (
        <p className="press" style={{ ...small, paddingTop: 14, fontWeight: 700, color: colours.press }}>
          {label}
        </p>
      )}
      <h2 style={{ ...line, paddingTop: label ? 2 : 14, fontSize: size, lineHeight: 1.3, fontWeight: 700 }}>
        <Link href={url} className="ink" style={{ color: colours.ink }}>
          {title}
        </Link>
      </h2>
      {summary && (
        <p className="soft" style={{ ...line, paddingTop: 6, color: colours.soft }}>
          {summary}
        </p>
      )}
    </>
  );
}

function textOf({ site, name, date, intro, stories, webVersion }: IssueContent, t: Translate): string {
  const ofStory = ({ title, summary, url }: MailedStory) => [title, summary, url].filter(Boolean).join('\n');
  return [
    `${site.name}\n${name} · ${date}`,
    intro,
    ...stories.map(ofStory),
    '—',
    t('newsletters.why', { name, site: site.name }),
    `${t('newsletters.webVersion')}: ${webVersion}`,
    `${t('newsletters.leave')}: ${leaveHere}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

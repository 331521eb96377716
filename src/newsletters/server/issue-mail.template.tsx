import { Body } from '@react-email/body';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Translate } from '#src/messages/catalogue.ts';
import { type Language, languages } from '#src/messages/languages.ts';
import { type IssueMail, leaveHere } from './leave-links.template.ts';

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

// Gmail and Outlook know no variables, so colours are inline, and the dark ones override them where media queries work.
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
    <Html lang={language} dir={direction}>
      <Head>
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStyles}</style>
      </Head>
      <Preview>{intro || (lead?.summary ?? '')}</Preview>
      <Body className="paper" style={{ margin: 0, backgroundColor: colours.paper }}>
        <Container style={{ maxWidth: 600, padding: '24px 16px' }}>
          <Section>
            <Row>
              <Column>
                <Text
                  className="masthead"
                  style={{ ...line, borderBottom: `4px solid ${colours.ink}`, paddingBottom: 8 }}
                >
                  <Link
                    href={site.url}
                    className="ink"
                    style={{ color: colours.ink, fontSize: 30, lineHeight: '40px', fontWeight: 900 }}
                  >
                    {site.name}
                  </Link>
                </Text>
                <Text className="soft" style={{ ...small, padding: '8px 0 16px' }}>
                  {name} · {date}
                </Text>
              </Column>
            </Row>
          </Section>
          {intro
            .split(/\n\s*\n/)
            .filter(Boolean)
            .map((paragraph) => (
              <Text key={paragraph} className="ink" style={{ ...line, paddingBottom: 16 }}>
                {paragraph}
              </Text>
            ))}
          {lead && (
            <Section>
              {lead.picture && (
                <Link href={lead.url}>
                  <Img
                    src={lead.picture.url}
                    alt={lead.picture.alt}
                    width="568"
                    style={{ width: '100%', height: 'auto', color: colours.soft, fontFamily: sans, fontSize: 13 }}
                  />
                </Link>
              )}
              <StoryText story={lead} line={line} small={small} size={28} />
            </Section>
          )}
          {others.map((story) => (
            <Section key={story.url}>
              <Hr className="rule" style={{ margin: '20px 0 0', borderTop: `1px solid ${colours.rule}` }} />
              <StoryText story={story} line={line} small={small} size={20} />
            </Section>
          ))}
          <Hr className="rule" style={{ margin: '28px 0 12px', borderTop: `1px solid ${colours.rule}` }} />
          <Text className="soft" style={small}>
            {t('newsletters.why', { name, site: site.name })}
          </Text>
          <Text className="soft" style={{ ...small, paddingTop: 8 }}>
            <Link href={webVersion} className="soft" style={{ color: colours.soft, textDecoration: 'underline' }}>
              {t('newsletters.webVersion')}
            </Link>
            {' · '}
            <Link href={leaveHere} className="soft" style={{ color: colours.soft, textDecoration: 'underline' }}>
              {t('newsletters.leave')}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

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
        <Text className="press" style={{ ...small, paddingTop: 14, fontWeight: 700, color: colours.press }}>
          {label}
        </Text>
      )}
      <Heading
        as="h2"
        style={{ ...line, paddingTop: label ? 2 : 14, fontSize: size, lineHeight: 1.3, fontWeight: 700 }}
      >
        <Link href={url} className="ink" style={{ color: colours.ink, textDecoration: 'none' }}>
          {title}
        </Link>
      </Heading>
      {summary && (
        <Text className="soft" style={{ ...line, paddingTop: 6, color: colours.soft }}>
          {summary}
        </Text>
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

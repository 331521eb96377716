import { apiHost } from '#src/client/api.ts';
import { ownScript } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { typeTexts } from '../form.rules.ts';
import type { Article } from '../submissions.contract.ts';
import type { Decision } from '../submissions.rules.ts';
import { DecisionButtons } from './decision-buttons.tsx';

interface ReviewTableProps {
  articles: Article[];
  /** Number of the one in the reading pane. */
  open: number;
  onRead(id: number): void;
  onDecide(article: Article, decision: Decision): void;
}

/** The specification's table; the name opens the reading pane. On a phone each row is a block of its own. */
export function ReviewTable({ articles, open, onRead, onDecide }: ReviewTableProps) {
  const { t, locale } = useTexts();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
  const columns = ['username', 'email', 'mobile', 'type', 'bonafide', 'essay', 'state', 'decision'] as const;
  return (
    <table className="review-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`review.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => {
          const { id, username, title, bonafide_file, essay_file } = article;
          return (
            <tr key={id} data-row={id} data-current={id === open || undefined}>
              <td>
                <button
                  type="button"
                  data-open={id}
                  className="review-open"
                  aria-label={t('review.read', { title, name: username })}
                  onClick={() => onRead(id)}
                >
                  <span className="link font-semibold">{username}</span>
                  <span className="block font-serif" {...ownScript(title)}>
                    {title}
                  </span>
                  <span className="tabular block text-soft text-xs">
                    {t('review.received', { date: day.format(new Date(article.created_at)) })}
                  </span>
                </button>
              </td>
              <td className="break-all">{article.email}</td>
              <td className="tabular whitespace-nowrap">{article.mobile_number}</td>
              <td>{t(typeTexts[article.article_type])}</td>
              <td>
                {bonafide_file ? (
                  <FileLink
                    path={bonafide_file}
                    text={t('review.bonafide')}
                    of={t('review.bonafideOf', { name: username })}
                  />
                ) : (
                  <span className="text-soft">{t('review.fileGone')}</span>
                )}
              </td>
              <td>
                <FileLink path={essay_file} text={t('review.essay')} of={t('review.essayOf', { name: username })} />
              </td>
              <td className="font-semibold">{t(`submissions.state_${article.status}`)}</td>
              <td>
                <DecisionButtons status={article.status} onDecide={(decision) => onDecide(article, decision)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const FileLink = ({ path, text, of }: { path: string; text: string; of: string }) => (
  <a
    className="link inline-flex min-h-11 items-center"
    href={apiHost + path}
    target="_blank"
    rel="noopener"
    aria-label={of}
  >
    {text}
  </a>
);

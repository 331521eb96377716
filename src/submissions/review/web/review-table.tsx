import { useSession } from '#src/client/session.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { type Decision, stateOf } from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import type { FileKind } from '../review.contract.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { stateText } from './review-state.ts';

interface ReviewTableProps {
  articles: SubmissionView[];
  /** Id of the submission in the reading pane. */
  open: number;
  onRead(id: number): void;
  onShow(id: number, kind: FileKind): void;
  onDecide(article: SubmissionView, decision: Decision): void;
}

/** The specification's table; the name opens the reading pane. On phones each row is a block. */
export function ReviewTable({ articles, open, onRead, onShow, onDecide }: ReviewTableProps) {
  const { t, locale } = useTexts();
  const seesIdentities = useSession(({ role }) => isAllowed(role, 'identities'));
  const day = indianDateFormat(locale, { dateStyle: 'medium' });
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
          const { id, username, title, bonafide_file } = article;
          return (
            <tr key={id} data-row={id} data-current={id === open || undefined}>
              <td>
                <button type="button" data-open={id} className="review-open" onClick={() => onRead(id)}>
                  <span className="link font-semibold">{username}</span>
                  <span className="block font-serif" {...textLanguageAttributes(title)}>
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
                  <FileLink id={id} kind="bonafide" of={t('review.bonafideOf', { name: username })} onShow={onShow} />
                ) : (
                  <span className="text-soft">{t(seesIdentities ? 'review.fileGone' : 'review.editorsOnly')}</span>
                )}
              </td>
              <td>
                <FileLink id={id} kind="essay" of={t('review.essayOf', { name: username })} onShow={onShow} />
              </td>
              <td id={`state-${id}`} className="font-semibold">
                {t(stateText(article))}
              </td>
              <td>
                <DecisionButtons
                  state={stateOf(article)}
                  stateId={`state-${id}`}
                  onDecide={(decision) => onDecide(article, decision)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface FileLinkProps {
  id: number;
  kind: FileKind;
  of: string;
  onShow(id: number, kind: FileKind): void;
}

// Opens the pane with the rendered pages, which links to the file itself.
function FileLink({ id, kind, of, onShow }: FileLinkProps) {
  const { t } = useTexts();
  return (
    <a
      className="link inline-flex min-h-11 items-center"
      href={`?open=${id}&file=${kind}`}
      aria-label={of}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onShow(id, kind);
      }}
    >
      {t(`review.${kind}`)}
    </a>
  );
}

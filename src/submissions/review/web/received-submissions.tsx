import { type KeyboardEvent, useRef, useState } from 'react';
import { refetch, useCall } from '#src/client/queries.ts';
import { useQueryChanges } from '#src/client/query-changes.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { articleTypes } from '#src/submissions/submission/form.rules.ts';
import {
  actionOf,
  canTransition,
  type Decision,
  stateOf,
  states,
} from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type FileKind, fileKinds, reviewCalls, reviewSorts } from '../review.contract.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import style from './review.css?url&no-inline';
import { ReviewTable } from './review-table.tsx';
import { ReviewTools } from './review-tools.tsx';
import { SubmissionPane } from './submission-pane.tsx';

/** The newsroom's review table with its reading pane. */
export function ReceivedSubmissions({ megabytes }: { megabytes: number }) {
  const { t } = useTexts();
  const [search, change] = useQueryChanges();
  const [deciding, setDeciding] = useState<{ article: SubmissionView; decision: Decision } | null>(null);
  const [stepping, setStepping] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const query = {
    search: search.get('search') ?? undefined,
    state: states.find((state) => state === search.get('state')),
    type: articleTypes.find((type) => type === search.get('type')),
    sort: reviewSorts.find((sort) => sort === search.get('sort')),
    cursor: search.get('cursor') ?? undefined,
  };
  const list = useCall(reviewCalls.list, { query });
  const articles = list.data?.articles;
  const open = Number(search.get('open') ?? 0);
  const shown = fileKinds.find((kind) => kind === search.get('file')) ?? 'essay';

  // Stepping through rows by keyboard leaves the focus in the table; opening one moves it into the pane.
  const read = (id: number, step = false) => {
    setStepping(step);
    change({ open: String(id), file: '' });
  };
  const show = (id: number, file: FileKind) => {
    setStepping(false);
    change({ open: String(id), file });
  };
  const rowButton = (id: number) => area.current?.querySelector<HTMLElement>(`[data-open="${id}"]`);
  const close = () => {
    change({ open: '', file: '' });
    rowButton(open)?.focus();
  };
  const changed = async () => {
    await Promise.all([refetch(reviewCalls.list), refetch(reviewCalls.get)]);
  };

  // Shortcuts work only while the focus is in the table or the pane, and not in text fields (WCAG 2.1.4).
  const keys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement; // targets of key events are elements
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select, dialog')) return;
    const rowId = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? open);
    const index = articles?.findIndex(({ id }) => id === rowId) ?? -1;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    const decision = ({ a: 'approved', r: 'rejected' } as const)[event.key.toLowerCase() as 'a' | 'r'];
    const article = articles?.[index];
    const inPane = target.closest('[data-pane]') !== null;
    if (step && !(inPane && event.key.startsWith('Arrow'))) {
      const next = articles?.[index + step];
      if (!next) return;
      rowButton(next.id)?.focus();
      if (open) read(next.id, true);
    } else if (decision && article && canTransition(stateOf(article), actionOf[decision], 'newsroom'))
      setDeciding({ article, decision });
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <link rel="stylesheet" href={style} precedence="own" />
      <h1 className="font-extrabold text-4xl">{t('review.title')}</h1>
      <ReviewTools
        query={query}
        counts={list.data?.counts ?? {}}
        onChange={(changes) => change({ ...changes, cursor: '' })}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from its buttons and links */}
      <div ref={area} onKeyDown={keys}>
        {list.isError && <LoadFailure sentence={t('review.listFailed')} call={list} />}
        {!articles && !list.isError && <p className="py-16 text-soft">{t('review.loading')}</p>}
        {articles?.length === 0 && (
          <p className="py-16 font-serif text-2xl text-soft">
            {t(query.search || query.state || query.type ? 'review.noneFound' : 'review.none')}
          </p>
        )}
        {articles && articles.length > 0 && (
          <ReviewTable
            articles={articles}
            open={open}
            onRead={(id) => read(id)}
            onShow={show}
            onDecide={(article, decision) => setDeciding({ article, decision })}
          />
        )}
        {open > 0 && (
          <SubmissionPane
            key={open}
            id={open}
            megabytes={megabytes}
            shown={shown}
            focused={!stepping}
            onShow={(file) => change({ file })}
            onClose={close}
            onChange={changed}
            onDecide={(article, decision) => setDeciding({ article, decision })}
          />
        )}
      </div>
      <Pager
        hasEarlier={Boolean(query.cursor)}
        next={list.data?.next}
        onTurn={(cursor) => change({ cursor, open: '' })}
      />
      {deciding && (
        <DecisionDialog
          key={`${deciding.article.id}:${deciding.decision}`}
          {...deciding}
          // The event of a closed dialog may come after a shortcut has opened the next one.
          onClose={() => setDeciding((now) => (now === deciding ? null : now))}
          onDone={changed}
        />
      )}
    </>
  );
}

interface PagerProps {
  hasEarlier: boolean;
  /** Cursor of the next page. */
  next: string | null | undefined;
  onTurn(cursor: string): void;
}

function Pager({ hasEarlier, next, onTurn }: PagerProps) {
  const { t } = useTexts();
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {hasEarlier && (
        <Button kind="quiet" onClick={() => onTurn('')}>
          {t('review.firstPage')}
        </Button>
      )}
      {next && (
        <Button kind="quiet" onClick={() => onTurn(next)}>
          {t('review.nextPage')}
        </Button>
      )}
    </div>
  );
}

import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { apiHost } from '#src/client/api-host.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { AllSectionsNeeded } from '#src/news/entries/web/all-sections-needed.tsx';
import { EntryTools } from '#src/news/entries/web/entry-tools.tsx';
import { MoveStoriesDialog } from '#src/news/entries/web/move-stories-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { ListPage } from '#src/ui/list-page.tsx';
import { type AuthorChoice, type AuthorUsage, authorsCalls } from '../authors.contract.ts';
import { AuthorDialog } from './author-dialog.tsx';

export const handle = { texts: ['newsroom', 'bylines'] };

type Opened = { act: 'edit'; author: AuthorChoice | null } | { act: 'merge' | 'delete'; author: AuthorChoice };

/** The authors of the paper: add, change, merge, delete, and link stories that have only a name. */
export default function AuthorsPage() {
  const { t } = useTexts();
  const to = usePaths();
  const allowed = useRequireEditor();
  const refused = useIsRefused('editors');
  const limited = useSections() !== null;
  const list = useCall(authorsCalls.list, {}, allowed);
  const usage = useCall(authorsCalls.usage, {}, allowed);
  const [opened, setOpened] = useState<Opened>();
  const onDone = async () => {
    await Promise.all([refetch(authorsCalls.list), refetch(authorsCalls.usage)]);
  };
  const dialog = { onClose: () => setOpened(undefined), onDone };
  if (refused) return <ErrorPage status={403} />;
  const usageOf = ({ id }: AuthorChoice): AuthorUsage =>
    usage.data?.find((entry) => entry.id === id) ?? { id, stories: 0, unlinked: 0 };
  return (
    <>
      <ListPage
        title={t('bylines.title')}
        columns={[t('bylines.name'), t('bylines.about'), t('bylines.edit')]}
        rows={allowed && usage.data ? list.data : undefined}
        error={list.isLoadingError ? list.error : usage.isLoadingError ? usage.error : null}
        texts={{ loading: t('newsroom.loading'), failed: t('bylines.loadFailed'), empty: t('bylines.empty') }}
        tools={
          <>
            <p className="w-full max-w-prose text-soft">{t('bylines.lead')}</p>
            <Button onClick={() => setOpened({ act: 'edit', author: null })}>{t('bylines.add')}</Button>
            {limited && <AllSectionsNeeded />}
          </>
        }
        row={(author) => [
          <span key="name" className="flex items-center gap-3">
            {author.portrait_url && (
              <img
                src={apiHost + author.portrait_url}
                alt=""
                width={44}
                height={44}
                className="size-11 rounded-full object-cover"
              />
            )}
            <a className="link font-bold" href={to('/author/:author', { author: author.slug })}>
              <bdi>{author.name}</bdi>
            </a>
          </span>,
          <Facts key="facts" author={author} usage={usageOf(author)} mayLink={!limited} onDone={onDone} />,
          <EntryTools
            key="tools"
            name={author.name}
            acts={limited ? {} : { edit: t('bylines.edit'), merge: t('bylines.merge'), delete: t('newsroom.delete') }}
            onOpen={(act) => setOpened({ act, author })}
          >
            {author.user_id !== null && (
              <a
                className="link inline-flex min-h-11 items-center"
                href={`${to('/profile/readers')}?person=${author.user_id}`}
                aria-label={`${t('bylines.readers')}: ${author.name}`}
              >
                {t('bylines.readers')}
              </a>
            )}
          </EntryTools>,
        ]}
      />
      {opened?.act === 'edit' && <AuthorDialog id={opened.author?.id ?? null} {...dialog} />}
      {opened && opened.act !== 'edit' && (
        <EndDialog {...opened} authors={list.data ?? []} stories={usageOf(opened.author).stories} {...dialog} />
      )}
    </>
  );
}

interface EndDialogProps {
  act: 'merge' | 'delete';
  author: AuthorChoice;
  authors: readonly AuthorChoice[];
  /** Number of his stories. */
  stories: number;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms that an author is merged into another one or deleted. */
function EndDialog({ act, author: { id, name }, authors, stories, ...dialog }: EndDialogProps) {
  const { t } = useTexts();
  const loaded = useCall(authorsCalls.get, { params: { id } }).data;
  const isMerge = act === 'merge';
  const offered = authors.filter((other) => other.id !== id);
  return (
    <MoveStoriesDialog
      title={t(isMerge ? 'bylines.mergeQuestion' : 'bylines.deleteQuestion', { name })}
      stories={t('bylines.stories', { count: stories })}
      places={isMerge ? { label: t('bylines.mergeInto'), missing: 'bylines.choose', offered } : undefined}
      submit={t(isMerge ? 'bylines.merge' : 'newsroom.delete')}
      failed="bylines.failed"
      version={loaded?.version}
      send={(into, version) =>
        into
          ? callApi(authorsCalls.merge, { params: { id }, body: { into: Number(into), version } })
          : callApi(authorsCalls.remove, { params: { id }, query: { version } })
      }
      {...dialog}
    >
      {t(isMerge ? 'bylines.mergeHint' : 'bylines.deleteHint')}
    </MoveStoriesDialog>
  );
}

interface FactsProps {
  author: AuthorChoice;
  usage: AuthorUsage;
  mayLink: boolean;
  onDone(): Promise<void>;
}

/** Role and stories; with the action that links stories which have his name as a text. */
function Facts({ author: { id, name, role, user_id }, usage, mayLink, onDone }: FactsProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const link = async () => {
    setBusy(true);
    await toastOutcome(async () => {
      let count = 0;
      // Each call links some, so that none takes long.
      for (let left = 1; left > 0; ) {
        const done = await callApi(authorsCalls.linkStories, { params: { id } });
        count += done.linked;
        left = done.linked === 0 ? 0 : done.left;
      }
      return { message: t('bylines.linked', { count }) };
    }, 'bylines.failed');
    await onDone();
    setBusy(false);
  };
  return (
    <>
      <span>{[role, user_id === null ? t('bylines.guest') : ''].filter(Boolean).join(' · ')}</span>
      <span className="tabular block text-sm text-soft">{t('bylines.stories', { count: usage.stories })}</span>
      {usage.unlinked > 0 && (
        <span className="block text-sm">
          {t('bylines.unlinked', { count: usage.unlinked })}{' '}
          {mayLink && (
            <button
              type="button"
              className="link min-h-11 font-semibold"
              disabled={busy}
              aria-label={`${t('bylines.link')}: ${name}`}
              onClick={() => void link()}
            >
              {t('bylines.link')}
            </button>
          )}
        </span>
      )}
    </>
  );
}

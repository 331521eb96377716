import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type AuthorChoice, authorsCalls } from '#src/news/authors/authors.contract.ts';
import { type Category, categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { emptyStoryForm } from '#src/news/schema/story-fields.contract.ts';
import { pictureMegabytes } from '#src/news/stories/news.settings.ts';
import { isApprovalNeeded } from '#src/news/stories/server/story-rights.service.ts';
import { type NewsItem, storiesCalls } from '#src/news/stories/stories.contract.ts';
import { completeForm } from '#src/news/stories/stories.rules.ts';
import { type Offer, unsentCopy, writeLocalCopy } from '#src/news/stories/web/local-copies.ts';
import { storyFormData, type TypedStory, typed } from '#src/newsroom/lists/web/story-form-data.ts';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import type { Route } from './+types/create-story-page';
import { CopyOffers, CopyStateLine } from './copy-offers.tsx';
import { StoryForm } from './story-form.tsx';
import { useWorkingCopies } from './use-working-copies.ts';

export const handle = {
  texts: ['newsroom', 'categories', 'editing', 'editor', 'bylines', 'media', 'errors', 'tagging'],
};

export const loader = pageLoader(async (ctx) => ({
  needsApproval: isApprovalNeeded(ctx),
  pictureMegabytes: ctx.settings.get(pictureMegabytes),
}));

export default function CreateStoryPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const refused = useIsRefused('writers');
  const list = useCall(categoriesCalls.list);
  const authors = useCall(authorsCalls.list, {}, allowed);
  if (refused) return <ErrorPage status={403} />;
  return (
    <div className="page py-8">
      <PageTitle>{t('newsroom.createTitle')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{t('newsroom.createTitle')}</h1>
      {allowed && list.data && (authors.data || authors.isLoadingError) ? (
        <CreateStory categories={list.data} authors={authors.data ?? []} {...loaderData} />
      ) : allowed && list.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.categoriesFailed')} call={list} />
      ) : (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      )}
    </div>
  );
}

/** The form of a new story, with the working copies of others that are not saved yet. */
interface CreateStoryProps {
  categories: Category[];
  authors: AuthorChoice[];
  needsApproval: boolean;
  pictureMegabytes: number;
}

function CreateStory({ categories, authors: all, needsApproval, pictureMegabytes }: CreateStoryProps) {
  const { t, language } = useTexts();
  const { name: author, user_id: owner } = useSession(({ user }) => user);
  const to = usePaths();
  const navigate = useNavigate();
  const { offers, resume, discard, keep, state, saver } = useWorkingCopies();
  // A new value resets the form, so it does not follow the user's name.
  const [begun, setBegun] = useState<TypedStory>(() =>
    typed({ ...emptyStoryForm, author, authors: authorOf(all, owner), language }),
  );
  const [created, setCreated] = useState<NewsItem | null>(null);
  const newest = useRef<TypedStory | null>(null);
  const change = useCallback(
    (now: TypedStory) => {
      newest.current = now;
      keep(now, null);
    },
    [keep],
  );

  const create = async (sent: TypedStory, stays: boolean) => {
    await saver.settle();
    try {
      const story = await uploadForm(storiesCalls.create, { form: storyFormData(sent, saver.id()) });
      saver.end();
      toast({ kind: 'success', text: 'newsroom.created' });
      if (stays) {
        keepTypedSince(story, sent);
        navigate(to('/admin/edit/:id', { id: story.id }), { replace: true });
      }
      newest.current = null;
      setCreated(story);
      setBegun(typed({ ...emptyStoryForm, author: sent.form.author, authors: sent.form.authors, language }));
      return undefined;
    } catch (error) {
      saver.resume();
      toastFailure(error, 'newsroom.creationFailed', { always: true });
      return (error as ApiError).fields; // toastFailure throws all other errors
    }
  };

  // What was typed while the story was being created is offered on its page.
  const keepTypedSince = ({ id, version }: NewsItem, sent: TypedStory) => {
    const form = newest.current?.form;
    if (owner === null || !form || JSON.stringify(form) === JSON.stringify(sent.form)) return;
    writeLocalCopy({ owner, story: id }, unsentCopy(form, version));
  };

  const onContinue = async (offer: Offer) => {
    const copy = await resume(offer);
    const next: TypedStory = { ...copy, form: completeForm(copy.form), image: null };
    newest.current = next;
    setBegun(next);
    keep(next, null);
  };

  return (
    <>
      <CopyOffers offers={offers} onContinue={onContinue} onDiscard={discard} />
      {created && (
        <p className="mb-6 border border-rule p-4">
          <a className="link font-semibold" href={to('/admin/edit/:id', { id: created.id })}>
            {t('newsroom.editStory', { title: created.news_title })}
          </a>
        </p>
      )}
      <StoryForm
        initial={begun}
        categories={categories}
        onSubmit={create}
        onChange={change}
        needsApproval={needsApproval}
        copyState={<CopyStateLine state={state} />}
        pictureMegabytes={pictureMegabytes}
      />
    </>
  );
}

/** The author of the user's account; empty without one. */
function authorOf(authors: AuthorChoice[], userId: number | null): string {
  const author = userId === null ? undefined : authors.find((one) => one.user_id === userId);
  return author ? String(author.id) : '';
}

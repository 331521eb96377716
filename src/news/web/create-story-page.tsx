import { useMemo, useState } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { storiesCalls } from '../stories.contract.ts';
import { completeForm } from '../stories.rules.ts';
import { emptyStoryForm, type StoryForm as Form } from '../story-fields.contract.ts';
import { StoryForm } from './story-form.tsx';
import { storyFormData } from './story-form-data.ts';

export const handle = { texts: ['newsroom', 'categories'] };

export default function CreateStoryPage() {
  const { t, language } = useTexts();
  const allowed = useRequireEditor();
  const author = useSession(({ user }) => user.name);
  const list = useCall(categoriesCalls.list);
  const categories = list.data;
  const { draft, keep, discard } = useSavedDraft<Partial<Form>>('story-form:new');
  const blank = useMemo(() => ({ ...emptyStoryForm, author, language }), [author, language]);
  const [initial, setInitial] = useState<Form | null>(null);
  const [offered, setOffered] = useState(true);

  const create = async (form: Form, image: File | null) => {
    try {
      await uploadForm(storiesCalls.create, { form: storyFormData(form, image) });
      toast({ kind: 'success', text: 'newsroom.created' });
      discard();
      setInitial({ ...emptyStoryForm, author: form.author, language: form.language });
      return undefined;
    } catch (error) {
      toastFailure(error, 'newsroom.creationFailed', { always: true });
      return (error as ApiError).fields; // toastFailure throws all other errors
    }
  };

  const pick = (form: Form | null) => {
    setInitial(form);
    setOffered(false);
    if (!form) discard();
  };

  return (
    <div className="page py-8">
      <PageTitle>{t('newsroom.createTitle')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{t('newsroom.createTitle')}</h1>
      {allowed && categories ? (
        <>
          {draft && offered && (
            <div role="status" className="mb-6 flex flex-wrap items-center gap-4 border border-ink bg-wash p-4">
              <p className="grow">{t('newsroom.draftKept', { title: draft.news_title || t('newsroom.untitled') })}</p>
              <Button kind="quiet" onClick={() => pick(completeForm(draft))}>
                {t('newsroom.continueDraft')}
              </Button>
              <Button kind="quiet" onClick={() => pick(null)}>
                {t('newsroom.discardDraft')}
              </Button>
            </div>
          )}
          <StoryForm
            initial={initial ?? blank}
            categories={categories}
            submitLabel={t('newsroom.create')}
            busyLabel={t('newsroom.creating')}
            onSubmit={create}
            onChange={keep}
          />
        </>
      ) : allowed && list.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.categoriesFailed')} call={list} />
      ) : (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      )}
    </div>
  );
}

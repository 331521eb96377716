import { useMemo, useState } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { sayFailure } from '#src/client/failure.ts';
import { useNewsroomOnly } from '#src/client/guard.ts';
import { useKeptDraft } from '#src/client/kept-draft.ts';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { storiesCalls } from '../stories.contract.ts';
import { emptyStoryForm, type StoryForm as Form } from '../stories.rules.ts';
import { storyFormData } from './send-story.ts';
import { StoryForm } from './story-form.tsx';

export const handle = { texts: ['newsroom', 'categories'] };

export default function CreateStoryPage() {
  const { t, language } = useTexts();
  const allowed = useNewsroomOnly();
  const author = useSession(({ user }) => user.name);
  const list = useCall(categoriesCalls.list);
  const categories = list.data;
  const { draft, keep, forget } = useKeptDraft<Form>('story-form:new');
  const blank = useMemo(() => ({ ...emptyStoryForm, author, language }), [author, language]);
  const [initial, setInitial] = useState<Form | null>(null);
  const [offered, setOffered] = useState(true);

  const create = async (form: Form, image: File | null) => {
    try {
      await uploadForm(storiesCalls.create, { form: storyFormData(form, image) });
      toast({ kind: 'success', text: 'newsroom.created' });
      forget();
      setInitial({ ...emptyStoryForm, author: form.author, language: form.language });
      return undefined;
    } catch (error) {
      sayFailure(error, 'newsroom.creationFailed', { always: true });
      return (error as ApiError).fields; // anything else has just been thrown
    }
  };

  const pick = (form: Form | null) => {
    setInitial(form);
    setOffered(false);
    if (!form) forget();
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
              <Button kind="quiet" onClick={() => pick(draft)}>
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

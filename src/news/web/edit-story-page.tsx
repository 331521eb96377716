import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '#src/client/api-error.ts';
import { failureReason, toastFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { FallbackLinks } from '#src/ui/error-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { NewsItem, storiesCalls } from '../stories.contract.ts';
import { completeForm, formOf } from '../stories.rules.ts';
import type { StoryForm as Form } from '../story-fields.contract.ts';
import { StoryForm } from './story-form.tsx';
import { localTime, storyFormData } from './story-form-data.ts';

export const handle = { texts: ['newsroom', 'categories'] };

export default function EditStoryPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const isAdmin = useSession(({ user }) => user.isAdmin);
  const ready = useSession((session) => session.ready);
  const item = useCall(storiesCalls.get, { params: { id } });
  const categories = useCall(categoriesCalls.list);
  const reason = item.error && failureReason(item.error);
  // The story as first loaded: a refetch must not overwrite the user's input.
  const [opened, setOpened] = useState<NewsItem | null>(null);
  if (item.data && item.data.id !== opened?.id) setOpened(item.data);

  return (
    <div className="page py-8">
      <PageTitle>{t('newsroom.editTitle')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 font-extrabold text-4xl">{t('newsroom.editTitle')}</h1>
      {item.isLoadingError || (ready && !isAdmin) ? (
        <>
          <p role="alert" className="pt-8 font-serif text-2xl">
            {t('newsroom.editLoadError')}
          </p>
          {reason && <p className="text-soft">{t(reason)}</p>}
          <FallbackLinks again />
        </>
      ) : opened?.id === Number(id) && categories.data ? (
        <EditForm key={id} item={opened} categories={categories.data} />
      ) : categories.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.categoriesFailed')} call={categories} />
      ) : (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      )}
    </div>
  );
}

function EditForm({
  item,
  categories,
}: {
  item: NewsItem;
  categories: NonNullable<ReturnType<typeof useCall<typeof categoriesCalls.list>>['data']>;
}) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<{ theirs: NewsItem; mine: Form } | null>(null);
  const [restored, setRestored] = useState<Form | null>(null);
  const { draft, keep, discard } = useSavedDraft<Partial<Form>>(`story-form:${item.id}`);
  const initial = useMemo(() => restored ?? localFormOf(base), [base, restored]);

  const save = async (form: Form, image: File | null, removeImage: boolean) => {
    const data = storyFormData(form, image);
    data.set('version', String(base.version));
    if (removeImage) data.set('remove_image', 'true');
    try {
      await uploadForm(storiesCalls.update, { params: { id: item.id }, form: data });
      toast({ kind: 'success', text: 'newsroom.updated' });
      discard();
      navigate(to('/news'));
      return undefined;
    } catch (error) {
      const conflict = error instanceof ApiError && error.status === 409 ? error.body.current : undefined;
      const { data: theirs } = NewsItem.safeParse(conflict);
      if (theirs) {
        setConflict({ theirs, mine: form });
        return {};
      }
      toastFailure(error, 'newsroom.updateFailed', { always: true });
      return (error as ApiError).fields; // toastFailure throws all other errors
    }
  };

  return (
    <>
      {draft && !restored && (
        <div role="status" className="mb-6 flex flex-wrap items-center gap-4 border border-ink bg-wash p-4">
          <p className="grow">{t('newsroom.draftKept', { title: draft.news_title || t('newsroom.untitled') })}</p>
          <Button kind="quiet" onClick={() => setRestored(completeForm(draft))}>
            {t('newsroom.continueDraft')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              discard();
              setRestored(localFormOf(base));
            }}
          >
            {t('newsroom.discardDraft')}
          </Button>
        </div>
      )}
      {conflict && (
        <Conflict
          theirs={conflict.theirs}
          mine={conflict.mine}
          onTakeTheirs={() => {
            discard();
            setBase(conflict.theirs);
            setRestored(null);
            setConflict(null);
          }}
          onKeepMine={() => {
            // The next save is based on the other editor's version.
            setBase(conflict.theirs);
            setRestored(conflict.mine);
            setConflict(null);
          }}
        />
      )}
      <StoryForm
        initial={initial}
        categories={categories}
        currentImage={base.image_url}
        submitLabel={t('newsroom.update')}
        busyLabel={t('newsroom.updating')}
        onSubmit={save}
        onChange={keep}
        descriptionRequired
      />
    </>
  );
}

const localFormOf = (item: NewsItem): Form => ({ ...formOf(item), publish_at: localTime(item.publish_at) });

interface ConflictProps {
  theirs: NewsItem;
  mine: Form;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** Two editors have changed the story concurrently: shows both texts side by side to choose one. */
function Conflict({ theirs, mine, onTakeTheirs, onKeepMine }: ConflictProps) {
  const { t } = useTexts();
  const sides = [
    {
      heading: t('newsroom.theirVersion'),
      title: theirs.news_title,
      text: theirs.news_description,
      choose: onTakeTheirs,
      label: t('newsroom.takeTheirs'),
    },
    {
      heading: t('newsroom.yourVersion'),
      title: mine.news_title,
      text: mine.news_description,
      choose: onKeepMine,
      label: t('newsroom.keepMine'),
    },
  ];
  return (
    <section role="alert" className="mb-8 border-2 border-press p-4">
      <h2 className="font-bold text-2xl">{t('newsroom.changedMeanwhile')}</h2>
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        {sides.map(({ heading, title, text, choose, label }) => (
          <div key={heading}>
            <h3 className="kicker">{heading}</h3>
            <p className="font-bold font-serif text-xl">{title}</p>
            <ScrollArea label={heading} className="mt-2 max-h-64 overflow-auto border border-rule p-3">
              <p className="whitespace-pre-wrap font-serif">{text}</p>
            </ScrollArea>
            <Button kind="quiet" className="mt-3" onClick={choose}>
              {label}
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}

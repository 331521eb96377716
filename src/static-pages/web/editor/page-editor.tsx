import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { DifferencesStyle } from '#src/ui/differences.tsx';
import { DraftBar } from '#src/ui/draft-bar.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Content, checkContent, withoutBlankLines } from '../../page-fields.rules.ts';
import { EditedPage, staticPagesCalls } from '../../static-pages.contract.ts';
import { staticPages } from '../../static-pages.rules.ts';
import { ContentField } from './content-field.tsx';
import { FactNames } from './fact-names.tsx';
import { PageConflict } from './page-conflict.tsx';
import { PagePreview } from './page-preview.tsx';
import { PageVersions } from './page-versions.tsx';

const contentOf = (page: EditedPage) => page.content as Content; // checked by the server

/** The editor of a page: form, preview and versions. */
export function PageEditor({ page }: { page: EditedPage }) {
  const { t } = useTexts();
  const { slug } = page;
  const [base, setBase] = useState(page);
  const [content, setContent] = useState(contentOf(page));
  const [theirs, setTheirs] = useState<EditedPage | null>(null);
  const [shown, setShown] = useState<EditedPage | null>(null);
  const { busy, errors, submit, refuse } = useSubmission();
  const { draft, keep, discard } = useSavedDraft<Content>(`page:${slug}`);
  const [isAnswered, setAnswered] = useState(false);
  const changed = JSON.stringify(content) !== JSON.stringify(base.content);

  const write = (next: Content) => {
    setContent(next);
    setShown(null);
    keep(next);
  };
  const openVersion = (version: EditedPage) => {
    setBase(version);
    setContent(contentOf(version));
    setTheirs(null);
    setShown(null);
    discard();
  };
  const send = (call: () => Promise<EditedPage>, done: TextKey) =>
    submit(
      async () => {
        openVersion(await call());
        toast({ kind: 'success', text: done });
        await Promise.all([refetch(staticPagesCalls.versions), refetch(staticPagesCalls.list)]);
      },
      (error) => {
        if (error.status === 409) setTheirs(EditedPage.safeParse(error.body.current).data ?? null);
        toastFailure(error, 'pages.saveFailed');
      },
    );
  const save = () => {
    const written = withoutBlankLines(content);
    const checked = checkContent(staticPages[slug], written);
    if ('errors' in checked) {
      refuse(checked.errors);
      return toast({ kind: 'error', text: 'pages.saveFailed' });
    }
    const body = { version: base.version, content: written };
    void send(() => callApi(staticPagesCalls.save, { params: { slug }, body }), 'pages.saved');
  };
  const restore = (version: number) =>
    void send(
      () => callApi(staticPagesCalls.restore, { params: { slug, version }, body: { version: base.version } }),
      'pages.restored',
    );
  const show = (version: number) =>
    void callApi(staticPagesCalls.version, { params: { slug, version } }).then(setShown, (error) => {
      if (!(error instanceof ApiError)) throw error;
      toast({ kind: 'error', text: 'pages.failed' });
    });

  const errorCount = Object.keys(errors).length;
  return (
    <>
      <DifferencesStyle />
      {draft && !isAnswered && (
        <DraftBar
          labels={{ onContinue: t('pages.continueDraft'), onDiscard: t('pages.discardDraft') }}
          onContinue={() => {
            write(draft);
            setAnswered(true);
          }}
          onDiscard={() => {
            discard();
            setAnswered(true);
          }}
        >
          {t('pages.draftKept')}
        </DraftBar>
      )}
      {theirs && (
        <PageConflict
          theirs={contentOf(theirs)}
          author={theirs.author ?? ''}
          mine={withoutBlankLines(content)}
          onTakeTheirs={() => openVersion(theirs)}
          onKeepMine={() => {
            // The next save is based on the other editor's version.
            setBase(theirs);
            setTheirs(null);
          }}
        />
      )}
      <div className="grid gap-10 lg:grid-cols-2">
        <div>
          <Form onSubmit={save} className="grid gap-6">
            <ContentField schema={staticPages[slug]} value={content} path="" errors={errors} onChange={write} />
            <FactNames facts={page.facts} />
            <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-4 border-ink border-t bg-paper py-4">
              <Button type="submit" disabled={busy} reason={changed ? undefined : t('pages.noChanges')}>
                {busy ? t('pages.saving') : t('pages.save')}
              </Button>
              {errorCount > 0 && <p className="font-medium text-bad">{t('pages.faults', { count: errorCount })}</p>}
            </div>
          </Form>
          <PageVersions
            slug={slug}
            newest={base.version}
            reason={changed ? t('pages.saveFirst') : undefined}
            onShow={show}
            onRestore={restore}
          />
        </div>
        <PagePreview
          page={page}
          content={shown ? contentOf(shown) : content}
          version={shown?.version}
          onBack={() => setShown(null)}
        />
      </div>
    </>
  );
}

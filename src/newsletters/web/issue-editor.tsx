import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedDraft } from '#src/client/saved-draft.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { VersionList } from '#src/ui/version-list.tsx';
import { type Content, type Issue, issueCalls } from '../issues.contract.ts';
import { type EditableState, introMaxLength, isEditable, subjectMaxLength } from '../newsletters.rules.ts';
import { IssueStories } from './issue-stories.tsx';

const contentOf = ({ subject, intro, stories }: Issue): Content => ({
  subject,
  intro,
  stories: stories.map(({ id }) => id),
});

/** The form of an issue with its preview and its versions. Fetches it again every `refreshMs`, while it is being sent. */
export function IssueEditor({ issue: fetched, refreshMs }: { issue: Issue; refreshMs: number | undefined }) {
  const { t } = useTexts();
  const { busy, errors, failure, submit, clear } = useSubmission();
  // The answer to a save is newer than what was fetched, until that is fetched again.
  const [saved, setSaved] = useState<Issue>();
  const issue = saved && saved.version > fetched.version ? saved : fetched;
  const { draft, keep, discard } = useSavedDraft<Content>(`newsletter-issue:${issue.id}`);
  const [typed, setTyped] = useState<Content>();
  useEffect(() => setTyped((current) => current ?? draft ?? undefined), [draft]);
  const newest = useRef(typed);
  useEffect(() => {
    newest.current = typed;
  });
  useEffect(() => {
    if (refreshMs === undefined) return;
    const timer = setInterval(() => void refetch(issueCalls.issue), refreshMs);
    return () => clearInterval(timer);
  }, [refreshMs]);
  const content = typed ?? contentOf(issue);
  const canEdit = isEditable(issue.state);
  const change = (changes: Partial<Content>) => {
    const next = { ...content, ...changes };
    setTyped(next);
    keep(next);
  };
  const act = (call: () => Promise<unknown>) =>
    void submit(
      async () => {
        await call();
        await refetch(issueCalls.issue);
      },
      (error) => {
        toastFailure(error, 'newsletters.somethingWrong');
        if (error.status === 409) void refetch(issueCalls.issue); // what was typed stays
      },
    );
  const { id, version } = issue;
  const save = (state: EditableState) =>
    act(async () => {
      setSaved(await callApi(issueCalls.save, { params: { id }, body: { ...content, version, state } }));
      // What was typed meanwhile stays.
      if (newest.current === typed) {
        discard();
        setTyped(undefined);
      }
      toast({ kind: 'success', text: 'newsletters.saved' });
    });
  const send = () => {
    if (window.confirm(t('newsletters.sendConfirm', { subject: issue.subject })))
      act(() => callApi(issueCalls.send, { params: { id }, body: { version } }));
  };
  const test = () =>
    act(async () => {
      const { message } = await callApi(issueCalls.test, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
    });
  const state = canEdit ? (issue.state as EditableState) : 'draft';
  const titles = new Map([...issue.stories, ...issue.choice].map((story) => [story.id, story.title]));

  return (
    <div className="mt-4 grid gap-x-10 lg:grid-cols-2">
      <div>
        {canEdit && (
          <Form onSubmit={() => save(state)} failure={failure} className="grid gap-5">
            <TextField
              label={t('newsletters.subject')}
              name="subject"
              value={content.subject}
              maxLength={subjectMaxLength}
              error={errors.subject}
              onChange={(event) => {
                clear('subject');
                change({ subject: event.target.value });
              }}
            />
            <TextArea
              label={t('newsletters.intro')}
              name="intro"
              rows={4}
              value={content.intro}
              maxLength={introMaxLength}
              hint={t('newsletters.introHint')}
              error={errors.intro}
              onChange={(event) => change({ intro: event.target.value })}
            />
            <IssueStories
              ids={content.stories}
              titles={titles}
              error={errors.stories}
              onChange={(stories) => change({ stories })}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" disabled={busy}>
                {busy ? t('newsletters.saving') : t('newsletters.save')}
              </Button>
              {state === 'draft' ? (
                <>
                  <Button kind="quiet" disabled={busy} onClick={() => save('held')}>
                    {t('newsletters.hold')}
                  </Button>
                  <Button kind="quiet" disabled={busy} onClick={() => save('skipped')}>
                    {t('newsletters.skip')}
                  </Button>
                </>
              ) : (
                <Button kind="quiet" disabled={busy} onClick={() => save('draft')}>
                  {t('newsletters.release')}
                </Button>
              )}
            </div>
          </Form>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {canEdit && (
            <Button kind="quiet" disabled={busy} onClick={test}>
              {t('newsletters.test')}
            </Button>
          )}
          {canEdit && (
            <Button disabled={busy || typed !== undefined} onClick={send}>
              {t('newsletters.send')}
            </Button>
          )}
          {issue.state === 'sending' && (
            <Button
              kind="danger"
              disabled={busy}
              onClick={() => act(() => callApi(issueCalls.stop, { params: { id } }))}
            >
              {t('newsletters.stop')}
            </Button>
          )}
        </div>
        <Section title={t('newsletters.versions')}>
          <VersionList
            versions={issue.versions.map(({ version, saved_by, saved_at, ...rest }) => ({
              ...rest,
              version,
              author: saved_by,
              at: saved_at,
            }))}
            newest={version}
            newestNote=""
            origin={t('newsletters.composed')}
            details={({ subject }) => <bdi className="block font-serif">{subject}</bdi>}
            actions={({ subject, intro, stories }) =>
              canEdit && (
                <Button kind="quiet" onClick={() => change({ subject, intro, stories })}>
                  {t('newsletters.restore')}
                </Button>
              )
            }
          />
        </Section>
      </div>
      <Section title={t('newsletters.preview')}>
        <iframe
          key={version}
          title={t('newsletters.preview')}
          src={issue.preview}
          className="mt-4 block h-[85dvh] w-full border border-rule"
        />
      </Section>
    </div>
  );
}

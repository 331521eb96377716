import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedForm } from '#src/client/saved-draft.ts';
import { type Submission, useSubmission } from '#src/client/submit.ts';
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

/** The form of an issue with its preview and its versions. */
export function IssueEditor({ issue: fetched }: { issue: Issue }) {
  const { t } = useTexts();
  const submission = useSubmission();
  // The answer to a save is newer than what was fetched, until that is fetched again.
  const [saved, setSaved] = useState<Issue>();
  const issue = saved && saved.version > fetched.version ? saved : fetched;
  const { id, version, state } = issue;
  const { typed, newest, change, discard } = useSavedForm<Content>(`newsletter-issue:${id}`);
  const content = typed ?? contentOf(issue);
  const act = (call: () => Promise<unknown>) =>
    void submission.submit(
      async () => {
        await call();
        await refetch(issueCalls.issue);
      },
      (error) => {
        toastFailure(error, 'newsletters.somethingWrong');
        if (error.status === 409) void refetch(issueCalls.issue); // what was typed stays
      },
    );
  const save = (state: EditableState) =>
    act(async () => {
      setSaved(await callApi(issueCalls.save, { params: { id }, body: { ...content, version, state } }));
      if (newest() === typed) discard(); // what was typed meanwhile stays
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
  const stop = () => act(() => callApi(issueCalls.stop, { params: { id } }));
  const canEdit = isEditable(state);
  const { busy } = submission;
  return (
    <div className="mt-4 grid gap-x-10 lg:grid-cols-2">
      <div>
        {canEdit && (
          <IssueForm
            issue={issue}
            state={state}
            content={content}
            submission={submission}
            onChange={(changes) => change({ ...content, ...changes })}
            onSave={save}
          />
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {canEdit && (
            <>
              <Button kind="quiet" disabled={busy} onClick={test}>
                {t('newsletters.test')}
              </Button>
              <Button disabled={busy || typed !== undefined} onClick={send}>
                {t('newsletters.send')}
              </Button>
            </>
          )}
          {state === 'sending' && (
            <Button kind="danger" disabled={busy} onClick={stop}>
              {t('newsletters.stop')}
            </Button>
          )}
        </div>
        <Section title={t('newsletters.versions')}>
          <VersionList
            versions={issue.versions.map((saved) => ({ ...saved, author: saved.saved_by, at: saved.saved_at }))}
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

interface IssueFormProps {
  issue: Issue;
  state: EditableState;
  content: Content;
  submission: Submission;
  onChange(changes: Partial<Content>): void;
  /** Saves the content and the issue's new state. */
  onSave(state: EditableState): void;
}

function IssueForm({ issue, state, content, submission, onChange, onSave }: IssueFormProps) {
  const { t } = useTexts();
  const { busy, errors, failure, clear } = submission;
  const titles = new Map([...issue.stories, ...issue.choice].map((story) => [story.id, story.title]));
  const saveAs = (state: EditableState, label: string) => (
    <Button kind="quiet" disabled={busy} onClick={() => onSave(state)}>
      {label}
    </Button>
  );
  return (
    <Form onSubmit={() => onSave(state)} failure={failure} className="grid gap-5">
      <TextField
        label={t('newsletters.subject')}
        name="subject"
        value={content.subject}
        maxLength={subjectMaxLength}
        error={errors.subject}
        onChange={(event) => {
          clear('subject');
          onChange({ subject: event.target.value });
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
        onChange={(event) => onChange({ intro: event.target.value })}
      />
      <IssueStories
        ids={content.stories}
        titles={titles}
        error={errors.stories}
        onChange={(stories) => onChange({ stories })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {busy ? t('newsletters.saving') : t('newsletters.save')}
        </Button>
        {state === 'draft' && saveAs('held', t('newsletters.hold'))}
        {state === 'draft' && saveAs('skipped', t('newsletters.skip'))}
        {state !== 'draft' && saveAs('draft', t('newsletters.release'))}
      </div>
    </Form>
  );
}

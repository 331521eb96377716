import { useId, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { useCall } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { colleagueCalls } from '#src/news/authors/colleagues.contract.ts';
import { DialogButtons } from '#src/news/categories/web/dialog-buttons.tsx';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { useSeenVersion } from '#src/news/categories/web/use-seen-version.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type Author, authorsCalls } from '../authors.contract.ts';
import { authorNameMaxLength, authorRoleMaxLength, bioMaxLength, profileMaxLength } from '../authors.rules.ts';

interface AuthorDialogProps {
  /** Null for a new author. */
  id: number | null;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Adds or changes an author. */
export function AuthorDialog({ id, onClose, onDone }: AuthorDialogProps) {
  const { t } = useTexts();
  const stored = useCall(authorsCalls.get, { params: { id: id ?? 0 } }, id !== null);
  const title = id === null ? t('bylines.add') : t('bylines.editName', { name: stored.data?.name ?? '…' });
  return (
    <Dialog title={title} onClose={onClose}>
      {stored.isLoadingError ? (
        <LoadFailure sentence={t('bylines.loadFailed')} call={stored} />
      ) : id !== null && !stored.isFetchedAfterMount ? (
        <p className="py-8 text-soft">{t('newsroom.loading')}</p>
      ) : (
        <AuthorForm
          author={stored.data}
          onClose={onClose}
          onDone={async () => {
            await Promise.all([onDone(), id !== null && stored.refetch()]);
          }}
        />
      )}
    </Dialog>
  );
}

/** What is typed stays after a conflict: the next save is based on the stored author. */
function AuthorForm({ author, onClose, onDone }: Omit<AuthorDialogProps, 'id'> & { author: Author | undefined }) {
  const { t, language } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const { version, onConflict } = useSeenVersion(author?.version);
  const mayBind = useSections() === null;
  const colleagues = useCall(colleagueCalls.list);
  const [portrait, setPortrait] = useState<File | null>(null);
  const [removes, setRemoves] = useState(false);
  const save = (element: HTMLFormElement) => {
    const form = new FormData(element);
    form.delete('portrait');
    if (portrait) form.set('portrait', portrait, 'portrait.png');
    else if (removes) form.set('remove_portrait', 'true');
    void submit(
      async () => {
        if (author) {
          form.set('version', String(version));
          await uploadForm(authorsCalls.update, { params: { id: author.id }, form });
        } else await uploadForm(authorsCalls.create, { form });
        toast({ kind: 'success', text: 'bylines.saved' });
        onClose();
        await onDone();
      },
      (error) => {
        onConflict(error);
        if (Object.keys(error.fields).length === 0) toastFailure(error, 'bylines.failed');
        void onDone();
      },
    );
  };
  const text = (name: 'name' | 'role' | 'bio' | 'email' | 'x' | 'instagram') => ({
    name,
    defaultValue: author?.[name] ?? '',
    error: errors[name],
    onChange: () => clear(name),
  });
  // The account may belong to a user who no longer writes.
  const accounts = colleagues.data ?? [];
  const account = author?.user_id ?? null;
  return (
    <Form className="mt-4 grid gap-4" onSubmit={save}>
      <TextField
        label={t('bylines.name')}
        hint={author && t('bylines.nameHint')}
        required
        maxLength={authorNameMaxLength}
        {...text('name')}
      />
      <TextField label={t('bylines.role')} maxLength={authorRoleMaxLength} {...text('role')} />
      <TextArea
        label={t('bylines.about')}
        hint={t('bylines.aboutHint')}
        rows={4}
        maxLength={bioMaxLength}
        {...text('bio')}
      />
      <SelectField
        label={t('bylines.language')}
        name="language"
        defaultValue={author?.language ?? language}
        error={errors.language}
      >
        {siteLanguages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </SelectField>
      <Portrait
        chosen={portrait}
        current={removes ? null : (author?.portrait_url ?? null)}
        error={errors.portrait}
        onChoose={(file) => {
          setPortrait(file);
          setRemoves(file === null);
          clear('portrait');
        }}
      />
      {mayBind && (
        <SelectField
          key={accounts.length}
          label={t('bylines.account')}
          hint={t('bylines.accountHint')}
          name="user_id"
          defaultValue={account ?? ''}
          error={errors.user_id}
          onChange={() => clear('user_id')}
        >
          <option value="">{t('bylines.noAccount')}</option>
          {account !== null && !accounts.some(({ id }) => id === account) && (
            <option value={account}>{author?.name}</option>
          )}
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField label={t('bylines.email')} type="email" maxLength={profileMaxLength} {...text('email')} />
      <TextField label={t('bylines.x')} type="url" inputMode="text" maxLength={profileMaxLength} {...text('x')} />
      <TextField
        label={t('bylines.instagram')}
        type="url"
        inputMode="text"
        maxLength={profileMaxLength}
        {...text('instagram')}
      />
      <DialogButtons submit={t('bylines.save')} busy={busy} onClose={onClose} />
    </Form>
  );
}

interface PortraitProps {
  chosen: File | null;
  /** Path of the stored portrait, below the API's host. */
  current: string | null;
  error?: string | undefined;
  onChoose(file: File | null): void;
}

function Portrait({ chosen, current, error, onChoose }: PortraitProps) {
  const { t } = useTexts();
  const id = useId();
  const url = useFileUrl(chosen) ?? (current && apiHost + current);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {t('bylines.portrait')}
      </label>
      <input
        id={id}
        name="portrait"
        type="file"
        accept="image/png,image/jpeg"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        className="block w-full border border-soft p-2 aria-invalid:border-2 aria-invalid:border-bad"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
        {t('bylines.portraitHint')}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      {url && (
        <div className="mt-2 flex items-center gap-4">
          <img src={url} alt="" className="size-28 rounded-full object-cover" />
          <button type="button" className="link min-h-11" onClick={() => onChoose(null)}>
            {t('bylines.removePortrait')}
          </button>
        </div>
      )}
    </div>
  );
}

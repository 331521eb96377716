import { useId, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { useCall } from '#src/client/queries.ts';
import { uploadForm } from '#src/client/upload.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { colleagueCalls } from '#src/news/authors/colleagues.contract.ts';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { useEntryForm } from '#src/news/entries/web/use-entry-form.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { DialogForm } from '#src/ui/form-dialog.tsx';
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
  const { form, version, field, errors } = useEntryForm({ texts: 'bylines', version: author?.version, onDone });
  const mayBind = useSections() === null;
  const colleagues = useCall(colleagueCalls.list);
  const [portrait, setPortrait] = useState<File | null>(null);
  const [removes, setRemoves] = useState(false);
  const send = async (_: Record<string, string>, element: HTMLFormElement) => {
    const body = new FormData(element);
    body.delete('portrait');
    if (portrait) body.set('portrait', portrait, 'portrait.png');
    else if (removes) body.set('remove_portrait', 'true');
    if (author) body.set('version', String(version));
    if (author) await uploadForm(authorsCalls.update, { params: { id: author.id }, form: body });
    else await uploadForm(authorsCalls.create, { form: body });
    return 'bylines.saved' as const;
  };
  const text = (name: 'name' | 'role' | 'bio' | 'email' | 'x' | 'instagram') => ({
    defaultValue: author?.[name] ?? '',
    ...field(name),
  });
  // The account may belong to a user who no longer writes.
  const accounts = colleagues.data ?? [];
  const account = author?.user_id ?? null;
  return (
    <DialogForm {...form} send={send} onClose={onClose}>
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
      <SelectField label={t('bylines.language')} defaultValue={author?.language ?? language} {...field('language')}>
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
          form.submission.clear('portrait');
        }}
      />
      {mayBind && (
        <SelectField
          key={accounts.length}
          label={t('bylines.account')}
          hint={t('bylines.accountHint')}
          defaultValue={account ?? ''}
          {...field('user_id')}
        >
          <option value="">{t('bylines.noAccount')}</option>
          {account !== null && !accounts.some(({ id }) => id === account) && (
            <option value={account}>{author?.name}</option>
          )}
          <Options of={accounts.map(({ id, name }) => [id, name])} />
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
    </DialogForm>
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

import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { failureText } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { type Category, categoriesCalls } from '../categories.contract.ts';
import { findBySlug } from '../categories.rules.ts';
import { useSections } from './use-sections.ts';

/** Adds a category, or a sub-category of `parent`, from within the story form. */
export function CategoryAdder({ parent, onAdded }: { parent?: Category | undefined; onAdded(name: string): void }) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const isEditor = useSession(({ role }) => isAllowed(role, 'editors'));
  const isLimited = useSections() !== null;
  const label = parent ? t('newsroom.addSubCategory') : t('newsroom.addCategory');
  const add = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const category = parent
        ? await callApi(categoriesCalls.createSub, { params: { id: parent.id }, body: { name } })
        : await callApi(categoriesCalls.create, { body: { name } });
      await refetch(categoriesCalls.list);
      const added = parent ? findBySlug(category.sub_categories, name) : category;
      onAdded(added?.name ?? name);
      setName('');
      setOpen(false);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(failureText(cause, 'newsroom.notAdded', t));
    } finally {
      setBusy(false);
    }
  };
  if (!isEditor || isLimited) return null;
  if (!open)
    return (
      <button type="button" className="link min-h-6" onClick={() => setOpen(true)}>
        {label}
      </button>
    );
  return (
    <div className="mt-2 grid gap-2 border border-rule p-3">
      <TextField
        label={label}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError('');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // do not submit the surrounding story form
          void add();
        }}
      />
      <div className="flex gap-2">
        <Button kind="quiet" onClick={add} disabled={busy}>
          {t('newsroom.add')}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          {t('newsroom.cancel')}
        </Button>
      </div>
    </div>
  );
}

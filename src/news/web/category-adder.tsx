import { useState } from 'react';
import { ApiError, callApi } from '#src/client/api.ts';
import { refetch } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { type Category, categoriesCalls } from '../categories.contract.ts';

/** Adds a category, or a sub-category of `parent`, from within the story's form. */
export function CategoryAdder({ parent, onAdded }: { parent?: Category | undefined; onAdded(name: string): void }) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const [error, setError] = useState('');
  const label = parent ? t('newsroom.addSubCategory') : t('newsroom.addCategory');
  const add = async () => {
    try {
      if (parent) await callApi(categoriesCalls.createSub, { params: { id: parent.id }, body: { name } });
      else await callApi(categoriesCalls.create, { body: { name } });
      await refetch(categoriesCalls.list);
      onAdded(name.trim());
      setName('');
      setOpen(false);
    } catch (cause) {
      setError(cause instanceof ApiError && cause.message ? cause.message : t('newsroom.notAdded'));
    }
  };
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
          event.preventDefault(); // the story's form around it must not be sent
          void add();
        }}
      />
      <div className="flex gap-2">
        <Button kind="quiet" onClick={add}>
          {t('newsroom.add')}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          {t('newsroom.cancel')}
        </Button>
      </div>
    </div>
  );
}

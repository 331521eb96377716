import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { PersonContext } from '#src/accounts/people/web/person-context.ts';
import { callApi } from '#src/client/api.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '../categories.contract.ts';
import { localName } from '../category-names.rules.ts';
import { editorSectionsCalls } from '../editor-sections.contract.ts';
import { SectionsDialog } from './sections-dialog.tsx';

export const handle = { texts: ['categories'] };

/** "Health, Business": child route of the list of people, which shows it for each editor. */
export default function EditorSectionsPage() {
  const { t, language, locale } = useTexts();
  const { person, run } = useOutletContext<PersonContext>();
  const limited = useCall(editorSectionsCalls.list).data;
  const categories = useCall(categoriesCalls.list).data;
  const [open, setOpen] = useState(false);
  if (!limited || !categories) return null;
  const ids = limited.find(({ id }) => id === person.id)?.sections ?? null;
  const names = categories.filter(({ id }) => ids?.includes(id)).map((category) => localName(t, language, category));
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  const text = (ids && list.format(names)) ?? t('accounts.allSections');
  const sections = text || t('accounts.noSection');
  return (
    <>
      <button
        type="button"
        className="link min-h-11 text-start"
        aria-label={t('accounts.sectionsOf', { name: person.name, sections })}
        onClick={() => setOpen(true)}
      >
        {sections}
      </button>
      {open && (
        <SectionsDialog
          name={person.name}
          categories={categories}
          chosen={ids}
          onClose={() => setOpen(false)}
          onSave={async (sections) => {
            setOpen(false);
            await run(async () => {
              await callApi(editorSectionsCalls.set, { params: { id: person.id }, body: { sections } });
              await refetch(editorSectionsCalls.list);
            });
          }}
        />
      )}
    </>
  );
}

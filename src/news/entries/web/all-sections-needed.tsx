import { useTexts } from '#src/messages/texts.tsx';

/** Explains why an editor of sections has no actions here. */
export function AllSectionsNeeded() {
  const { t } = useTexts();
  return (
    <p role="status" className="w-full border border-ink bg-wash p-4">
      {t('newsroom.allSectionsNeeded')}
    </p>
  );
}

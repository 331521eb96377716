import { useTexts } from '#src/messages/texts.tsx';
import { usePresence } from './use-presence.ts';

/** Who else has the story open, and whether a colleague has saved it since. */
export function StoryPresence({ id, version }: { id: number; version: number }) {
  const { t, locale } = useTexts();
  const presence = usePresence(id);
  const names = presence?.others.map(({ name }) => name) ?? [];
  const isNewer = presence !== undefined && presence.version > version;
  return (
    <p role="status" className="mb-4 text-soft empty:hidden">
      {names.length > 0 && t('editing.alsoOpen', { names: new Intl.ListFormat(locale).format(names) })}{' '}
      {isNewer && t('editing.newerStored')}
    </p>
  );
}

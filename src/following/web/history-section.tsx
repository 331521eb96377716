import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { usePaths } from '#src/client/paths.ts';
import { changeReaderLists } from '#src/client/reader-lists.ts';
import { useSession } from '#src/client/session.ts';
import { toast } from '#src/client/toasts.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { titleLanguage } from '#src/news/cards/web/story-language.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckField } from '#src/ui/field.tsx';
import { Section } from '#src/ui/section.tsx';
import { readerListsCalls } from '../reader-lists.contract.ts';
import { syncReaderLists, withLists } from './sync.ts';

// More only if they are asked for.
const shownFirst = 20;

/** What was read on this device, and the choices about it. */
export function HistorySection() {
  const { t, language, locale } = useTexts();
  const to = usePaths();
  const { history, keepsHistory, historySynced } = useReaderLists((lists) => lists);
  const isMember = useSession(({ user }) => user.token !== '');
  const [all, setAll] = useState(false);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const stories = Object.entries(history).toSorted(([, one], [, other]) => other.at - one.at);
  const clearAll = () => {
    changeReaderLists(() => ({ history: {}, corrected: [], clearedAt: Date.now() }));
    if (historySynced) void syncReaderLists().catch(() => undefined);
    toast({ kind: 'success', text: 'following.cleared' });
  };
  const keep = (keepsHistory: boolean) => {
    // Only here: other devices of the account keep theirs.
    const nothing = { history: {}, corrected: [], seenAt: 0, newSince: 0 };
    changeReaderLists(() => ({ keepsHistory, ...(!keepsHistory && nothing) }));
  };
  return (
    <Section title={t('following.history')}>
      {stories.length === 0 && (
        <p className="mt-2 max-w-prose text-soft">
          {t(keepsHistory ? 'following.nothingRead' : 'following.historyOff')}
        </p>
      )}
      <ul className="mt-2">
        {stories.slice(0, all ? undefined : shownFirst).map(([id, { title, at, language: shownIn }]) => (
          <li key={id} className="border-rule border-b py-2">
            <a
              className="inline-block py-1 font-semibold font-serif text-lg hover:text-press"
              href={to('/news/:id', { id })}
              {...titleLanguage(shownIn, language)}
            >
              {title}
            </a>
            <p className="tabular text-sm text-soft">{time.format(at)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4 mb-6 flex flex-wrap gap-4">
        {stories.length > shownFirst && !all && (
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t('following.showAll', { count: stories.length })}
          </Button>
        )}
        {stories.length > 0 && (
          <Button kind="quiet" onClick={clearAll}>
            {t('following.clear')}
          </Button>
        )}
      </div>
      <CheckField
        label={t('following.keepHistory')}
        hint={t('following.keepHint')}
        checked={keepsHistory}
        onChange={({ target }) => keep(target.checked)}
      />
      {isMember && keepsHistory && <SyncHistory />}
    </Section>
  );
}

/** Whether the account holds the history too: the server stores it only if the reader wants that. */
function SyncHistory() {
  const { t } = useTexts();
  const synced = useReaderLists(({ historySynced }) => historySynced);
  const [wanted, setWanted] = useState<boolean>();
  const change = async (on: boolean) => {
    setWanted(on);
    try {
      const lists = await callApi(readerListsCalls.syncHistory, { body: { synced: on } });
      changeReaderLists((reading) => withLists(reading, lists, { marks: {}, history: {} }));
      await syncReaderLists();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ kind: 'error', text: 'following.syncFailed' });
    }
    setWanted(undefined);
  };
  return (
    <div className="mt-4">
      <CheckField
        label={t('following.syncHistory')}
        hint={t('following.syncHint')}
        checked={wanted ?? synced}
        disabled={wanted !== undefined}
        onChange={({ target }) => void change(target.checked)}
      />
    </div>
  );
}

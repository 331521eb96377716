import { usePaths } from '#src/client/paths.ts';
import { directionOf, isLanguage } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import type { Letter } from '../letters.contract.ts';

interface ModeratedLetterProps {
  letter: Letter;
  busy: boolean;
  onPublish(): void;
  onEdit(): void;
  onDecline(): void;
  onPick(picked: boolean): void;
}

/** A letter with its story and what can be done with it. */
export function ModeratedLetter({ letter, busy, onPublish, onEdit, onDecline, onPick }: ModeratedLetterProps) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { id, state, story, picked, sent } = letter;
  const day = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const time = (instant: string) => day.format(new Date(instant));
  const isChanged = sent.text !== letter.text || sent.name !== letter.name || sent.place !== letter.place;
  return (
    <li data-letter={id} className="grid gap-x-10 gap-y-3 py-5 lg:grid-cols-[7fr_5fr]">
      <div>
        <p className="text-sm">
          <a className="link" dir="auto" href={to('/news/:id', { id: story.id })}>
            {story.title}
          </a>
        </p>
        <LetterText letter={letter} language={letter.language} />
        {isChanged && (
          <details className="mt-3 text-sm">
            <summary className="min-h-11 cursor-pointer py-3 text-soft">{t('moderation.asSent')}</summary>
            <LetterText letter={sent} language={letter.language} />
          </details>
        )}
      </div>
      <div className="grid content-start gap-2 text-sm">
        <p>
          {letter.email ? (
            <a className="link break-all" href={`mailto:${letter.email}`}>
              {letter.email}
            </a>
          ) : null}
          {letter.member && <span className="block text-soft">{t('moderation.fromMember')}</span>}
          <time className="block text-soft" dateTime={letter.received_at}>
            {time(letter.received_at)}
          </time>
        </p>
        {letter.decided_at && letter.decided_by && (
          <p className="text-soft">
            {t(state === 'published' ? 'moderation.publishedBy' : 'moderation.declinedBy', {
              name: letter.decided_by,
              date: time(letter.decided_at),
            })}
          </p>
        )}
        {letter.reason && <p dir="auto">{letter.reason}</p>}
        {letter.printed_at && <p className="text-soft">{t('moderation.printed', { date: time(letter.printed_at) })}</p>}
        <p className="flex flex-wrap gap-2">
          {state !== 'published' && (
            <Button disabled={busy} aria-keyshortcuts="p" onClick={onPublish}>
              {t('moderation.publish')}
            </Button>
          )}
          {state === 'published' && (
            <Button kind="quiet" disabled={busy} onClick={() => onPick(!picked)}>
              {t(picked ? 'moderation.unpick' : 'moderation.pick')}
            </Button>
          )}
          <Button kind="quiet" disabled={busy} aria-keyshortcuts="e" onClick={onEdit}>
            {t('moderation.edit')}
          </Button>
          {state !== 'declined' && (
            <Button kind="quiet" disabled={busy} aria-keyshortcuts="d" onClick={onDecline}>
              {t(state === 'published' ? 'moderation.takeDown' : 'moderation.decline')}
            </Button>
          )}
        </p>
      </div>
    </li>
  );
}

interface LetterTextProps {
  letter: { name: string; place: string; text: string };
  language: string;
}

export function LetterText({ letter: { name, place, text }, language }: LetterTextProps) {
  const { t } = useTexts();
  return (
    <div lang={language} dir={isLanguage(language) ? directionOf(language) : 'auto'}>
      <p className="mt-1 whitespace-pre-line font-serif text-lg">{text}</p>
      <p className="mt-2 text-sm">
        <bdi className="font-semibold">{name || t('news.letterNameless')}</bdi>
        {place && (
          <>
            {', '}
            <bdi>{place}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useFileUrl } from '#src/client/file-url.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { authorsCalls } from '#src/news/authors/authors.contract.ts';
import { authorRefs, bylineOf, findAuthor } from '#src/news/authors/authors.rules.ts';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { asStored, mergeStories, type Side, unitFields } from '#src/news/stories/merge.rules.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import { focalPointOf, focusFields, formOf } from '#src/news/stories/stories.rules.ts';
import { localForm, type TypedStory, typed } from '#src/newsroom/lists/web/story-form-data.ts';
import { useFieldTexts } from '#src/newsroom/lists/web/use-field-texts.ts';
import { Button } from '#src/ui/button.tsx';
import { type Difference, Differences } from '#src/ui/differences.tsx';

/** Two editors have changed the same part of a story, and one has stored it. */
export interface Conflict {
  /** The stored story. */
  theirs: NewsItem;
  /** The version that both have begun with, and the name of its picture; undefined if it is not known. */
  base: (StoryForm & { image?: string | null | undefined }) | undefined;
  mine: TypedStory;
}

interface StoryConflictProps {
  conflict: Conflict;
  /** What is in the form now: the editor may have gone on typing. */
  newest(): TypedStory;
  /** All conflicts are resolved: the form continues with this, based on the stored story. */
  onResolved(typed: TypedStory): void;
}

type Unit = keyof StoryForm | 'image';

/**
 * Shows what this and another user have both changed, by words and side by side, to choose one for each field. Changes
 * that do not conflict are merged.
 */
export function StoryConflict({ conflict, newest, onResolved }: StoryConflictProps) {
  const { t } = useTexts();
  const { theirs, base, mine } = conflict;
  const [choices, setChoices] = useState<Partial<Record<Unit, Side>>>({});
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is at the other end of the page.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  const stored = formOf(theirs);
  const difference = useDifference(stored);
  const { form, conflicts, changedBy } = mergeStories(base, stored, mine.form);
  const changesPicture = mine.image !== null || mine.removeImage || mine.copiedImage !== null;
  // The focal point goes with the picture.
  const units: Unit[] =
    changesPicture && base?.image !== theirs.image
      ? [...conflicts.filter((unit) => unit !== 'image_focus_x'), 'image']
      : conflicts;
  const merged = [...new Set([...changedBy.theirs, ...changedBy.mine])].filter((unit) => !conflicts.includes(unit));

  const choose = (chosen: Partial<Record<Unit, Side>>) => {
    setChoices(chosen);
    if (units.some((unit) => !chosen[unit])) return;
    const { image, ...fields } = chosen;
    const now = newest();
    const focus = image && focusFields(focalPointOf(image === 'theirs' ? stored : now.form));
    const resolved = { ...localForm(mergeStories(base, stored, now.form, fields).form), ...focus };
    onResolved(image === 'theirs' ? typed(resolved) : { ...now, form: resolved });
  };
  const headings = { where: t('editing.what'), before: t('newsroom.theirVersion'), after: t('newsroom.yourVersion') };
  const open = units.map((unit): Difference => {
    const shown = difference(unit, stored, asStored(mine.form));
    const button = (side: Side, label: string) => (
      <Button
        kind={choices[unit] === side ? 'primary' : 'quiet'}
        className="mt-3"
        aria-pressed={choices[unit] === side}
        onClick={() => choose({ ...choices, [unit]: side })}
      >
        {label}
        {/* Several rows have buttons of the same name. */}
        {units.length > 1 && <span className="sr-only">{shown.label}</span>}
      </Button>
    );
    return {
      ...shown,
      chooseBefore: (
        <>
          {unit === 'image' && theirs.image_url && <Picture url={apiHost + theirs.image_url} />}
          {button('theirs', t('newsroom.takeTheirs'))}
        </>
      ),
      chooseAfter: (
        <>
          {unit === 'image' && <ChosenPicture mine={mine} />}
          {button('mine', t('newsroom.keepMine'))}
        </>
      ),
    };
  });
  return (
    <section ref={section} role="alert" className="mb-8 border-2 border-press p-4">
      <h2 className="font-bold text-2xl">{t('newsroom.changedMeanwhile')}</h2>
      {open.length > 0 ? (
        <>
          <p className="mt-1 mb-4 text-soft">{t('editing.toChoose')}</p>
          <Differences headings={headings} entries={open} />
        </>
      ) : (
        <Button kind="quiet" className="mt-3" onClick={() => choose({})}>
          {t('newsroom.keepMine')}
        </Button>
      )}
      {base && merged.length > 0 && (
        <>
          <p className="mt-6 mb-4 text-soft">{t('editing.merged')}</p>
          <Differences
            headings={{ where: headings.where, before: t('editing.before'), after: t('editing.now') }}
            entries={merged.map((unit) => difference(unit, base, form))}
          />
        </>
      )}
    </section>
  );
}

/** The texts of two versions of a story in one of its fields; a picture has none. */
function useDifference(stored: StoryForm) {
  const { labelOf, shownValue } = useFieldTexts();
  const allAuthors = useCall(authorsCalls.list).data ?? [];
  // A byline of chosen authors is written when the form is saved.
  const bylineIn = ({ authors, author, language }: StoryForm) =>
    authors === stored.authors || !authors
      ? author
      : bylineOf(
          authorRefs(authors).map((ref) => findAuthor(allAuthors, ref)?.name ?? ref),
          language,
        );
  const textOf = (form: StoryForm, unit: Unit) =>
    unit === 'image'
      ? ''
      : unitFields(unit)
          .map((name) => shownValue(name, name === 'author' ? bylineIn(form) : form[name]))
          .filter(Boolean)
          .join(' · ');
  return (unit: Unit, before: StoryForm, after: StoryForm): Difference => ({
    key: unit,
    label: labelOf(unit),
    before: textOf(before, unit),
    after: textOf(after, unit),
  });
}

const Picture = ({ url }: { url: string }) => <img src={url} alt="" className="max-h-48 border border-rule" />;

function ChosenPicture({ mine: { image, copiedImage } }: { mine: TypedStory }) {
  const url = useFileUrl(image) ?? (copiedImage && apiHost + copiedImage);
  return url && <Picture url={url} />;
}

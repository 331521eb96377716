import { type SelectHTMLAttributes, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { contradictsScript, storyLanguage } from '#src/news/stories/story-language.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';

type Words = Pick<StoryForm, 'news_title' | 'news_description' | 'language'>;

const detectedIn = ({ news_title, news_description }: Words) => storyLanguage(news_title, news_description);

// A stored language stays until it is changed by hand; so does that of a draft if it differs from the detected one.
const wasChosen = (initial: Words, stored: boolean) => {
  const detected = detectedIn(initial);
  return stored || (detected !== undefined && detected !== initial.language);
};

interface LanguageFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  story: Words;
  /** The form as loaded; another one restarts the detection. */
  initial: Words;
  /** Whether the story exists already, with its language. */
  stored: boolean;
  onDetected(language: string): void;
}

/** The story's language. Follows the text as it is typed, until the editor chooses one. */
export function LanguageField({ story, initial, stored, onDetected, onChange, ...rest }: LanguageFieldProps) {
  const { t, locale } = useTexts();
  const [start, setStart] = useState({ initial, chosen: wasChosen(initial, stored) });
  if (start.initial !== initial) setStart({ initial, chosen: wasChosen(initial, stored) });
  const detected = useDetected(story);
  const follows = !start.chosen && detected !== undefined && detected !== story.language;
  // The text may be typed, pasted or restored, so it is watched instead of its fields' events.
  useEffect(() => {
    if (follows) onDetected(detected);
  });
  const shown = detected === story.language && !start.chosen;
  return (
    <SelectField
      label={t('newsroom.language')}
      {...rest}
      value={story.language}
      hint={
        <span role="status">{shown && t('newsroom.languageDetected', { language: nameOf(detected, locale) })}</span>
      }
      onChange={(event) => {
        setStart({ initial, chosen: true });
        onChange?.(event);
      }}
    >
      <Options of={Object.entries(languages).map(([code, { name }]) => [code, name])} />
    </SelectField>
  );
}

/** A warning if the text is in another script than that of its language. */
export function LanguageWarning({ story }: { story: Words }) {
  const { t, locale } = useTexts();
  const detected = useDetected(story);
  const wrong = contradictsScript(story.language, detected);
  return (
    <p role="status" className="font-medium text-bad text-sm">
      {wrong &&
        t('newsroom.languageContradicts', {
          detected: nameOf(detected, locale),
          chosen: nameOf(story.language, locale),
        })}
    </p>
  );
}

function useDetected({ news_title, news_description }: Words) {
  const title = useDeferredValue(news_title);
  const text = useDeferredValue(news_description);
  return useMemo(() => storyLanguage(title, text), [title, text]);
}

const nameOf = (language = '', locale: string) =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;

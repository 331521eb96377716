import { useId, useRef, useState } from 'react';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { nameSlug } from '#src/news/categories/name-slug.rules.ts';
import { TextField } from '#src/ui/field.tsx';
import { topicsCalls } from '../topics.contract.ts';
import { checkTopics, topicName, topicNames, topicsField } from '../topics.rules.ts';

interface TopicsFieldProps {
  /** Names, separated by commas, as the form has them. */
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
}

/** Topics as a list with a button to remove each, and a field that adds one, with suggestions of the browser. */
export function TopicsField({ value, error, onChange }: TopicsFieldProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const names = topicNames(value);
  const suggestions = useCall(topicsCalls.suggest, { query: { q: topicName(typed) } }, typed.trim().length > 0);
  const offered = (suggestions.data ?? []).filter(({ slug }) => names.every((name) => nameSlug(name) !== slug));

  const add = (text: string) => {
    if (!topicName(text)) return;
    const all = topicsField([...names, ...topicNames(text)].map((name) => ({ name })));
    const result = checkTopics(all);
    if ('error' in result) return setRefused(t(result.error.key, result.error.params));
    setTyped('');
    setRefused('');
    onChange(topicsField(result.topics.map((name) => ({ name }))));
  };

  return (
    <div>
      <TextField
        ref={field}
        label={t('tagging.topics')}
        hint={t('tagging.topicsHint')}
        error={refused || error}
        list={listId}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget, nativeEvent }) => {
          const text = currentTarget.value;
          setRefused('');
          // A suggestion that was chosen arrives as one change without a type of input.
          const isChosen = !('inputType' in nativeEvent) || nativeEvent.inputType === 'insertReplacementText';
          if (/[,،;]$/.test(text) || (isChosen && offered.some(({ name }) => name === text))) add(text);
          else setTyped(text);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault(); // do not submit the surrounding story form
          add(typed);
        }}
        // What was typed and not confirmed would be lost when the form is saved.
        onBlur={() => add(typed)}
      />
      <datalist id={listId}>
        {offered.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      {names.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('tagging.chosen')}>
          {names.map((name) => (
            <li key={name} className="flex items-center border border-rule ps-3">
              <bdi>{name}</bdi>
              <button
                type="button"
                className="grid size-11 place-items-center"
                aria-label={t('tagging.removeTopic', { name })}
                onClick={() => {
                  onChange(topicsField(names.filter((other) => other !== name).map((name) => ({ name }))));
                  field.current?.focus(); // the button that had the focus is gone
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

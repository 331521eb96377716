import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { StoryForm } from '#src/news/schema/story-fields.contract.ts';
import { isSameInput, noNewPicture, type TypedStory } from '#src/newsroom/lists/web/story-form-data.ts';

type Picture = Omit<TypedStory, 'form'>;

/**
 * What is typed in the story form: its fields with their errors, and the picture. Another object as `initial` resets it.
 * `onChange` is called on every change.
 */
export function useTypedStory(initial: TypedStory, onChange: (typed: TypedStory) => void) {
  const { register, control, setValue, getValues, reset } = useForm<StoryForm>({ defaultValues: initial.form });
  const values = useWatch({ control }) as StoryForm; // all fields have defaults
  /** `of` is what the form was last reset to. */
  const [{ picture, of }, setPicture] = useState<{ picture: Picture; of: TypedStory }>({
    picture: initial,
    of: initial,
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isChanged = useRef(false);
  // `values` are of the last rendering.
  const typed = (): TypedStory => ({ ...picture, form: getValues() });

  // Reset when another story was loaded or one was created. A layout effect, so that it runs before further input.
  useLayoutEffect(() => {
    reset(initial.form);
    setPicture({ picture: initial, of: initial });
    setErrors({});
    isChanged.current = false;
  }, [initial, reset]);
  // Once a change was reported, also reports a change back to `initial`. Skips values that a reset is about to replace.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes
  useEffect(() => {
    if (of !== initial) return;
    isChanged.current ||= !isSameInput(typed(), initial);
    if (isChanged.current) onChange(typed());
  }, [values, picture, of, initial, onChange]);

  const clear = (...names: string[]) =>
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))));
  return {
    values,
    picture,
    errors,
    typed,
    setErrors,
    clear,
    /** The properties of a field. */
    field: (name: keyof StoryForm) => ({ ...register(name, { onChange: () => clear(name) }), error: errors[name] }),
    /** Sets fields that are not inputs. */
    choose(fields: Partial<StoryForm>) {
      const names = Object.keys(fields) as (keyof StoryForm)[];
      for (const name of names) setValue(name, fields[name] ?? '');
      clear(...names);
    },
    choosePicture(chosen: Partial<Picture>) {
      setPicture({ picture: { ...noNewPicture, ...chosen }, of: initial });
      clear('image');
    },
  };
}

export type TypedStoryFields = ReturnType<typeof useTypedStory>;

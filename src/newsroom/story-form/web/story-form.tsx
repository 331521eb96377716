import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTexts } from '#src/messages/texts.tsx';
import { AuthorsField } from '#src/news/authors/web/authors-field.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findBySlug, findSubBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { CategoryAdder } from '#src/news/categories/web/category-adder.tsx';
import { PictureField } from '#src/news/media/web/picture-field.tsx';
import { type StoryForm as Form, imageSize } from '#src/news/schema/story-fields.contract.ts';
import { focalPointOf, focusFields, subCategoryChoices } from '#src/news/stories/stories.rules.ts';
import { SeriesFields } from '#src/news/topics/web/series-fields.tsx';
import { TopicsField } from '#src/news/topics/web/topics-field.tsx';
import { type Standing, StatusField, useSteps } from '#src/newsroom/lists/web/status-field.tsx';
import { isSameInput, noNewPicture, type TypedStory } from '#src/newsroom/lists/web/story-form-data.ts';
import { centre, type FocalPoint } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { goToField } from './go-to-field.ts';
import { LanguageField, LanguageWarning } from './language-field.tsx';
import { fieldLabels, findErrors } from './story-form-errors.ts';
import { StoryPreview } from './story-preview.tsx';
import { StoryTextField } from './story-text-field.tsx';
import { useWaitingSave } from './use-deferred-save.tsx';
import { saveKeys, useSaveKey } from './use-save-key.ts';

/** `of` is what the form was last reset to. */
type Picture = Omit<TypedStory, 'form'> & { of: TypedStory };

interface StoryFormProps {
  /** What the form begins with; another object resets it. */
  initial: TypedStory;
  categories: Category[];
  /** URL of the story's current picture. */
  currentImage?: string | null;
  submitLabel: string;
  busyLabel: string;
  /**
   * Submits the form; resolves with the server's errors by field, or undefined on success. With `stays`, the editor goes
   * on writing.
   */
  onSubmit(typed: TypedStory, stays: boolean): Promise<Record<string, string> | undefined>;
  /** Called on every change, to keep what was typed. */
  onChange(typed: TypedStory): void;
  /** Where what was typed is saved. */
  copyState?: ReactNode;
  standing: Standing;
  /** Whether the description is required: it is in the edit form, but not for a new story. */
  descriptionRequired?: boolean;
  /** Of a stored story. */
  id?: number;
  /** The largest picture that the library takes. */
  pictureMegabytes: number;
}

const sizeInput = { type: 'number', inputMode: 'numeric', min: imageSize.min, max: imageSize.max } as const;

/** The story form, with a live preview of the card and the story. */
export function StoryForm(props: StoryFormProps) {
  const {
    initial,
    categories,
    currentImage = null,
    submitLabel,
    busyLabel,
    onSubmit,
    onChange,
    descriptionRequired = false,
    copyState,
    standing,
    id,
  } = props;
  const { t, language } = useTexts();
  const { register, control, setValue, getValues, reset } = useForm<Form>({ defaultValues: initial.form });
  const values = useWatch({ control }) as Form; // all fields have defaults
  // What a user may do is known for certain only once the server has answered, perhaps while he types.
  const steps = useSteps(standing, values.news_category);
  const isOffered = steps.offered.includes(values.status);
  const form: Form = isOffered ? values : { ...values, status: 'draft' };
  const [picture, setPicture] = useState<Picture>({ ...initial, of: initial });
  const { of: _, ...typedPicture } = picture;
  const { removeImage, copiedImage } = picture;
  const shownImage = removeImage ? null : (copiedImage ?? currentImage);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const isChanged = useRef(false);
  /** Typed in the field for authors, and not chosen. */
  const pendingAuthor = useRef('');

  // Reset when another story was loaded or one was created. A layout effect, so that it runs before further input.
  useLayoutEffect(() => {
    reset(initial.form);
    setPicture({ ...initial, of: initial });
    setErrors({});
    isChanged.current = false;
  }, [initial, reset]);
  // Also a change back to how it began, once something else was saved. Not what a reset is about to replace: `getValues`,
  // because `values` are of the last rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes
  useEffect(() => {
    if (picture.of !== initial) return;
    const typed = { ...typedPicture, form: getValues() };
    isChanged.current ||= !isSameInput(typed, initial);
    if (isChanged.current) onChange(typed);
  }, [values, picture, initial, onChange]);

  const unsent = findErrors(form, categories, descriptionRequired);
  const missing = Object.keys(unsent).flatMap((name) =>
    name in fieldLabels ? t(fieldLabels[name as keyof typeof fieldLabels]) : [],
  ); // the `in` operator has checked it
  const changed = (name: keyof Form) => () => setErrors(({ [name]: _, ...rest }) => rest);
  const choose = (name: keyof Form, value: string) => {
    setValue(name, value);
    changed(name)();
  };
  const field = (name: keyof Form) => ({ ...register(name, { onChange: changed(name) }), error: errors[name] });

  const saving = useWaitingSave((stays) => void submit(stays), changed('news_description'));
  const submit = async (stays: boolean) => {
    if (busy || saving.mustWait(stays)) return;
    const pending = pendingAuthor.current && {
      key: 'bylines.notChosen' as const,
      params: { name: pendingAuthor.current },
    };
    const found = Object.entries({ ...unsent, ...saving.errors, ...(pending && { authors: pending }) });
    if (found.length)
      return setErrors(Object.fromEntries(found.map(([name, { key, params }]) => [name, t(key, params)])));
    setBusy(true);
    setErrors({});
    try {
      setErrors((await onSubmit({ ...typedPicture, form: { ...getValues(), status: form.status } }, stays)) ?? {});
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void submit(true));

  // The selects are controlled, because the option of a category that was just added exists only after the next render.
  const chooseCategory = (name: string) => {
    setValue('news_category', name);
    setValue('news_sub_category', '');
    setErrors(({ news_category: _, news_sub_category: __, news_submenu: ___, ...rest }) => rest);
  };
  const placeFocus = (point: FocalPoint) => {
    const { image_focus_x, image_focus_y } = focusFields(point);
    setValue('image_focus_x', image_focus_x);
    setValue('image_focus_y', image_focus_y);
  };
  const subs = subCategoryChoices(categories, form.news_category);
  // Found by former names too: a colleague may rename a category while the form is open.
  const category = findBySlug(categories, form.news_category);
  const sub = category && findSubBySlug(category, form.news_sub_category);
  const subName = typeof sub === 'object' ? sub.name : sub;
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(false);
        }}
        className="grid content-start gap-6"
      >
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label={t('newsroom.category')}
            {...field('news_category')}
            value={category?.name ?? ''}
            hint={<CategoryAdder onAdded={chooseCategory} />}
            onChange={(event) => chooseCategory(event.target.value)}
          >
            {!category && <option value="">{t('newsroom.choose')}</option>}
            {categories.map((category) => (
              <option key={category.id} value={category.name}>
                {localName(t, language, category)}
              </option>
            ))}
          </SelectField>
          {subs.length > 0 && (
            <SelectField
              label={t('newsroom.subCategory')}
              {...field('news_sub_category')}
              value={subName ?? ''}
              hint={
                <CategoryAdder
                  key={form.news_category}
                  parent={category}
                  onAdded={(name) => choose('news_sub_category', name)}
                />
              }
            >
              {!subName && <option value="">{t('newsroom.choose')}</option>}
              {subs.map((sub) => (
                <option key={sub.slug} value={sub.name}>
                  {localName(t, language, sub)}
                </option>
              ))}
            </SelectField>
          )}
          {form.news_sub_category === othersName && (
            <TextField label={t('newsroom.submenu')} {...field('news_submenu')} />
          )}
        </div>
        <TextField label={t('newsroom.title')} {...field('news_title')} className="font-bold font-serif text-xl" />
        <StoryTextField
          language={form.language}
          label={descriptionRequired ? t('newsroom.description') : t('newsroom.descriptionOptional')}
          value={form.news_description}
          error={errors.news_description}
          pictureMegabytes={props.pictureMegabytes}
          onChange={(text) => choose('news_description', text)}
          onUploads={saving.onUploads}
        />
        <PictureField
          image={picture.image}
          currentImage={shownImage}
          error={errors.image}
          focus={focalPointOf(form)}
          onFocus={placeFocus}
          onChoose={(file) => {
            placeFocus(centre);
            setPicture({ ...noNewPicture, of: initial, image: file, removeImage: file === null });
            setErrors(({ image: _, ...rest }) => rest);
          }}
          onChooseFromLibrary={({ id, url, caption, focus_x: x, focus_y: y }) => {
            placeFocus({ x, y });
            if (!getValues('image_caption').trim()) setValue('image_caption', caption);
            setPicture({ ...noNewPicture, of: initial, copiedImage: url, pictureId: id });
            setErrors(({ image: _, ...rest }) => rest);
          }}
        />
        <div className="grid grid-cols-2 gap-5 md:grid-cols-4">
          <TextField label={t('newsroom.width')} {...sizeInput} {...field('image_width')} />
          <TextField label={t('newsroom.height')} {...sizeInput} {...field('image_height')} />
        </div>
        <TextField label={t('newsroom.caption')} {...field('image_caption')} />
        <div className="grid gap-5">
          <AuthorsField
            value={form.authors}
            error={errors.authors}
            onChange={(authors) => {
              // Without authors, the byline is what is typed: not the names of those who were removed.
              if (!authors) setValue('author', '');
              choose('authors', authors);
            }}
            onPending={(typed) => {
              pendingAuthor.current = typed;
              changed('authors')();
            }}
          />
          {!form.authors && <TextField label={t('newsroom.author')} hint={t('bylines.yours')} {...field('author')} />}
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          <LanguageField
            {...field('language')}
            story={form}
            initial={initial.form}
            stored={descriptionRequired}
            onDetected={(language) => setValue('language', language)}
          />
          <TextField label={t('newsroom.versionOf')} hint={t('newsroom.versionOfHint')} {...field('version_of')} />
          <TopicsField value={form.topics} error={errors.topics} onChange={(names) => choose('topics', names)} />
          <SeriesFields
            series={form.series}
            error={errors.series}
            onChoose={(slug) => {
              choose('series', slug);
              choose('series_part', '');
            }}
            part={field('series_part')}
          />
          <StatusField {...field('status')} value={form.status} steps={steps} />
          {form.status === 'scheduled' && (
            <TextField label={t('newsroom.publishAt')} type="datetime-local" {...field('publish_at')} />
          )}
        </div>
        <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-ink border-t bg-paper py-4">
          <Button type="submit" disabled={busy || saving.isWaiting} aria-keyshortcuts="Control+S Meta+S">
            {busy || saving.isWaiting ? busyLabel : submitLabel}
          </Button>
          {saving.status}
          <p className="text-sm text-soft" aria-live="polite">
            {missing.length > 0 ? t('newsroom.stillMissing', { fields: missing.join(', ') }) : t('newsroom.allThere')}{' '}
            <span className="max-md:hidden">{t('editing.saveShortcut', { keys: saveKeys() })}</span>
          </p>
          {copyState}
          <LanguageWarning story={form} />
        </div>
      </form>
      <div className="grid grid-cols-1 content-start gap-8">
        <ChecksPanel form={form} id={id} image={picture.image} currentImage={shownImage} onGo={goToField} />
        <StoryPreview form={form} image={picture.image} currentImage={shownImage} />
      </div>
    </div>
  );
}

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { AuthorsField } from '#src/news/authors/web/authors-field.tsx';
import type { Category } from '#src/news/categories/categories.contract.ts';
import { findBySlug, findSubBySlug, othersName } from '#src/news/categories/categories.rules.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { CategoryAdder } from '#src/news/categories/web/category-adder.tsx';
import { PictureField } from '#src/news/media/web/picture-field.tsx';
import { type StoryForm as Form, imageSize } from '#src/news/schema/story-fields.contract.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import {
  checkStory,
  focalPointOf,
  focusFields,
  type StoryErrors,
  subCategoryChoices,
} from '#src/news/stories/stories.rules.ts';
import { SeriesFields } from '#src/news/topics/web/series-fields.tsx';
import { TopicsField } from '#src/news/topics/web/topics-field.tsx';
import { StatusField, useSteps } from '#src/newsroom/lists/web/status-field.tsx';
import type { TypedStory } from '#src/newsroom/lists/web/story-form-data.ts';
import { useFieldTexts } from '#src/newsroom/lists/web/use-field-texts.ts';
import { centre, type FocalPoint } from '#src/rules/focal-point.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { LanguageField, LanguageWarning } from './language-field.tsx';
import { StoryPreview } from './story-preview.tsx';
import { StoryTextField } from './story-text-field.tsx';
import { useDeferredSave } from './use-deferred-save.tsx';
import { saveKeys, useSaveKey } from './use-save-key.ts';
import { type TypedStoryFields, useTypedStory } from './use-typed-story.ts';

interface StoryFormProps {
  /** What the form begins with; another object resets it. */
  initial: TypedStory;
  /** The stored story; undefined for a new one. */
  stored?: NewsItem;
  categories: Category[];
  /** Whether the paper requires an approval before publication. */
  needsApproval: boolean;
  /** Maximum size of a picture, in MB. */
  pictureMegabytes: number;
  /**
   * Submits the form; resolves with the server's errors by field, or undefined on success. With `stays`, the editor
   * continues writing.
   */
  onSubmit(typed: TypedStory, stays: boolean): Promise<Record<string, string> | undefined>;
  /** Called on every change, to save what was typed. */
  onChange(typed: TypedStory): void;
  /** Where what was typed is saved. */
  copyState: ReactNode;
}

/** The fields that a form may lack. */
const lackedFields = [
  ...['news_category', 'news_sub_category', 'news_submenu', 'news_title', 'news_description'],
  ...['image_width', 'image_height', 'version_of', 'publish_at', 'topics', 'series_part'],
];

/** The story form, with a live preview of the card and the story. */
export function StoryForm(props: StoryFormProps) {
  const { initial, stored, categories, needsApproval, pictureMegabytes, onSubmit, copyState } = props;
  const { t } = useTexts();
  const { labelOf } = useFieldTexts();
  const story = useTypedStory(initial, props.onChange);
  const { values, picture, errors, setErrors, clear, field, choose } = story;
  // The user's rights are certain only after the server has answered, perhaps while he types.
  const steps = useSteps(stored, values.news_category, needsApproval);
  const form: Form = steps.offered.includes(values.status) ? values : { ...values, status: 'draft' };
  const shownPicture = {
    image: picture.image,
    currentImage: picture.removeImage ? null : (picture.copiedImage ?? stored?.image_url ?? null),
  };
  const [busy, setBusy] = useState(false);
  const pendingAuthor = useRef('');

  const unsent = findErrors(form, categories, stored !== undefined);
  const missing = Object.keys(unsent).filter((name) => lackedFields.includes(name));
  const saving = useDeferredSave(
    (stays) => void submit(stays),
    () => clear('news_description'),
  );
  const submit = async (stays: boolean) => {
    if (busy || saving.mustWait(stays)) return;
    const name = pendingAuthor.current;
    const pending: StoryErrors = name ? { authors: { key: 'bylines.notChosen', params: { name } } } : {};
    const found = Object.entries({ ...unsent, ...saving.errors, ...pending });
    if (found.length)
      return setErrors(Object.fromEntries(found.map(([name, { key, params }]) => [name, t(key, params)])));
    setBusy(true);
    setErrors({});
    try {
      const typed = story.typed();
      setErrors((await onSubmit({ ...typed, form: { ...typed.form, status: form.status } }, stays)) ?? {});
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void submit(true));
  const isSaving = busy || saving.isWaiting;

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
        <SectionFields story={story} categories={categories} />
        <TextField label={t('newsroom.title')} {...field('news_title')} className="font-bold font-serif text-xl" />
        <StoryTextField
          language={form.language}
          label={stored ? t('newsroom.description') : t('newsroom.descriptionOptional')}
          value={form.news_description}
          error={errors.news_description}
          pictureMegabytes={pictureMegabytes}
          onChange={(text) => choose({ news_description: text })}
          onUploads={saving.onUploads}
        />
        <PictureFields story={story} {...shownPicture} />
        <BylineFields story={story} pending={pendingAuthor} />
        <div className="grid gap-5 md:grid-cols-2">
          <LanguageField
            {...field('language')}
            story={form}
            initial={initial.form}
            stored={stored !== undefined}
            onDetected={(language) => choose({ language })}
          />
          <TextField label={t('newsroom.versionOf')} hint={t('newsroom.versionOfHint')} {...field('version_of')} />
          <TopicsField value={form.topics} error={errors.topics} onChange={(topics) => choose({ topics })} />
          <SeriesFields
            series={form.series}
            error={errors.series}
            onChoose={(series) => choose({ series, series_part: '' })}
            part={field('series_part')}
          />
          <StatusField {...field('status')} value={form.status} steps={steps} />
          {form.status === 'scheduled' && (
            <TextField label={t('newsroom.publishAt')} type="datetime-local" {...field('publish_at')} />
          )}
        </div>
        <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-ink border-t bg-paper py-4">
          <Button type="submit" disabled={isSaving} aria-keyshortcuts="Control+S Meta+S">
            {stored
              ? t(isSaving ? 'newsroom.updating' : 'newsroom.update')
              : t(isSaving ? 'newsroom.creating' : 'newsroom.create')}
          </Button>
          {saving.status}
          <p className="text-sm text-soft" aria-live="polite">
            {missing.length > 0
              ? t('newsroom.stillMissing', { fields: missing.map(labelOf).join(', ') })
              : t('newsroom.allThere')}{' '}
            <span className="max-md:hidden">{t('editing.saveShortcut', { keys: saveKeys() })}</span>
          </p>
          {copyState}
          <LanguageWarning story={form} />
        </div>
      </form>
      <div className="grid grid-cols-1 content-start gap-8">
        <ChecksPanel form={form} id={stored?.id} {...shownPicture} />
        <StoryPreview form={form} {...shownPicture} />
      </div>
    </div>
  );
}

/** The errors that prevent sending the form. */
function findErrors(form: Form, categories: Category[], descriptionRequired: boolean): StoryErrors {
  const result = checkStory(form, categories, new Date());
  const errors = 'errors' in result ? result.errors : {};
  if (descriptionRequired && !form.news_description.trim())
    errors.news_description ??= { key: 'newsroom.descriptionRequired' };
  return errors;
}

/** The category of a story, its sub-category, and its submenu. */
function SectionFields({ story, categories }: { story: TypedStoryFields; categories: Category[] }) {
  const { t, language } = useTexts();
  const { field, choose, clear } = story;
  const { news_category, news_sub_category } = story.values;
  // The selects are controlled, because the option of a category that was just added exists only after the next render.
  const chooseCategory = (name: string) => {
    choose({ news_category: name, news_sub_category: '' });
    clear('news_submenu');
  };
  // Found by former names too: a colleague may rename a category while the form is open.
  const category = findBySlug(categories, news_category);
  const sub = category && findSubBySlug(category, news_sub_category);
  const subName = typeof sub === 'object' ? sub.name : sub;
  const subs = subCategoryChoices(categories, news_category);
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <SelectField
        label={t('newsroom.category')}
        {...field('news_category')}
        value={category?.name ?? ''}
        hint={<CategoryAdder onAdded={chooseCategory} />}
        onChange={(event) => chooseCategory(event.target.value)}
      >
        {!category && <option value="">{t('newsroom.choose')}</option>}
        <Options of={categories.map((category) => [category.name, localName(t, language, category)])} />
      </SelectField>
      {subs.length > 0 && (
        <SelectField
          label={t('newsroom.subCategory')}
          {...field('news_sub_category')}
          value={subName ?? ''}
          hint={
            <CategoryAdder
              key={news_category}
              parent={category}
              onAdded={(name) => choose({ news_sub_category: name })}
            />
          }
        >
          {!subName && <option value="">{t('newsroom.choose')}</option>}
          <Options of={subs.map((sub) => [sub.name, localName(t, language, sub)])} />
        </SelectField>
      )}
      {news_sub_category === othersName && <TextField label={t('newsroom.submenu')} {...field('news_submenu')} />}
    </div>
  );
}

/** The authors; without them a byline. `pending` is typed in the field for authors, and not chosen. */
function BylineFields({ story, pending }: { story: TypedStoryFields; pending: RefObject<string> }) {
  const { t } = useTexts();
  const { values, errors, field, choose, clear } = story;
  return (
    <div className="grid gap-5">
      <AuthorsField
        value={values.authors}
        error={errors.authors}
        // Without authors, the byline is what is typed: not the names of those who were removed.
        onChange={(authors) => choose(authors ? { authors } : { authors, author: '' })}
        onPending={(typed) => {
          pending.current = typed;
          clear('authors');
        }}
      />
      {!values.authors && <TextField label={t('newsroom.author')} hint={t('bylines.yours')} {...field('author')} />}
    </div>
  );
}

const sizeInput = { type: 'number', inputMode: 'numeric', min: imageSize.min, max: imageSize.max } as const;

interface PictureFieldsProps {
  story: TypedStoryFields;
  image: File | null;
  currentImage: string | null;
}

function PictureFields({ story, image, currentImage }: PictureFieldsProps) {
  const { t } = useTexts();
  const { values, errors, field, choose, choosePicture } = story;
  const placeFocus = (point: FocalPoint) => choose(focusFields(point));
  return (
    <>
      <PictureField
        image={image}
        currentImage={currentImage}
        error={errors.image}
        focus={focalPointOf(values)}
        onFocus={placeFocus}
        onChoose={(file) => {
          placeFocus(centre);
          choosePicture({ image: file, removeImage: file === null });
        }}
        onChooseFromLibrary={({ id, url, caption, focus_x: x, focus_y: y }) => {
          placeFocus({ x, y });
          if (!values.image_caption.trim()) choose({ image_caption: caption });
          choosePicture({ copiedImage: url, pictureId: id });
        }}
      />
      <div className="grid grid-cols-2 gap-5 md:grid-cols-4">
        <TextField label={t('newsroom.width')} {...sizeInput} {...field('image_width')} />
        <TextField label={t('newsroom.height')} {...sizeInput} {...field('image_height')} />
      </div>
      <TextField label={t('newsroom.caption')} {...field('image_caption')} />
    </>
  );
}

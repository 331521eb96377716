import type { Editor, JSONContent } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { MediaItem } from '#src/news/media/media.contract.ts';
import { MediaPicker } from '#src/news/media/web/media-picker.tsx';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { directiveOf, embedBlock, ofDirective, pictureOf } from './addresses.ts';
import { EditorDialog } from './editor-dialog.tsx';
import { backToText, insertBlock } from './insert-block.ts';
import { StoryPicker } from './story-picker.tsx';

const emptyText: JSONContent[] = [{ type: 'paragraph' }];
const emptyRow = (type: 'tableHeader' | 'tableCell'): JSONContent => {
  const cell = { type, content: emptyText };
  return { type: 'tableRow', content: [cell, cell] };
};
const emptyTable: JSONContent = {
  type: 'table',
  content: [emptyRow('tableHeader'), emptyRow('tableCell'), emptyRow('tableCell')],
};

type MediaChoice = 'picture' | 'gallery' | 'video' | 'audio';
type Choice = MediaChoice | 'table' | 'rule' | 'facts' | 'correction' | 'story' | 'embed';
const choices: { name: Choice; label: TextKey; hint: TextKey }[] = [
  { name: 'picture', label: 'editor.picture', hint: 'editor.pictureHint' },
  { name: 'gallery', label: 'editor.gallery', hint: 'editor.galleryHint' },
  { name: 'video', label: 'editor.video', hint: 'editor.fileHint' },
  { name: 'audio', label: 'editor.audio', hint: 'editor.fileHint' },
  { name: 'table', label: 'newsroom.table', hint: 'editor.tableHint' },
  { name: 'story', label: 'editor.story', hint: 'editor.storyHint' },
  { name: 'embed', label: 'editor.embed', hint: 'editor.embedHint' },
  { name: 'facts', label: 'editor.facts', hint: 'editor.factsHint' },
  { name: 'correction', label: 'editor.correction', hint: 'editor.correctionHint' },
  { name: 'rule', label: 'editor.rule', hint: 'editor.ruleHint' },
];

function mediaBlock(items: MediaItem[], choice: MediaChoice): JSONContent {
  const [first] = items;
  if (choice !== 'gallery' && first) return ofDirective(directiveOf(first));
  return ofDirective({ name: 'gallery', label: '', pictures: items.map(pictureOf) });
}

/** What can be inserted into a story; opened by its button, or by a slash in an empty paragraph. */
export function InsertDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { t } = useTexts();
  const [choice, setChoice] = useState<Choice | null>(null);
  const close = () => backToText(editor, onClose);
  const insert = (block: JSONContent) => {
    insertBlock(editor, block);
    close();
  };
  const choose = (name: Choice) => {
    if (name === 'table') insert(emptyTable);
    else if (name === 'rule') insert({ type: 'horizontalRule' });
    else if (name === 'facts') insert(ofDirective({ name, label: '' }, emptyText));
    else if (name === 'correction')
      insert(ofDirective({ name, label: '', kind: 'correction', date: isoDate(new Date()) }, emptyText));
    else setChoice(name);
  };
  if (choice === 'picture' || choice === 'gallery' || choice === 'video' || choice === 'audio')
    return (
      <MediaPicker
        kinds={[choice === 'gallery' ? 'picture' : choice]}
        multiple={choice === 'gallery'}
        onChoose={(items) => insert(mediaBlock(items, choice))}
        onClose={close}
      />
    );
  if (choice === 'story')
    return (
      <EditorDialog title={t('editor.story')} onClose={close} onSubmit={() => undefined}>
        <StoryPicker onPick={({ id }) => insert(ofDirective({ name: 'story', label: '', id }))} />
        <Cancel onClick={close} />
      </EditorDialog>
    );
  if (choice === 'embed') return <EmbedDialog onInsert={insert} onClose={close} />;
  return (
    <EditorDialog title={t('editor.insert')} onClose={close} onSubmit={() => undefined}>
      <ul className="grid gap-2">
        {choices.map(({ name, label, hint }) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-11 w-full border border-rule px-3 py-2 text-start hover:border-ink"
              onClick={() => choose(name)}
            >
              <span className="block font-semibold">{t(label)}</span>
              <span className="block text-sm text-soft">{t(hint)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Cancel onClick={close} />
    </EditorDialog>
  );
}

function EmbedDialog({ onInsert, onClose }: { onInsert(block: JSONContent): void; onClose(): void }): ReactNode {
  const { t } = useTexts();
  const [address, setAddress] = useState('');
  const [error, setError] = useState('');
  const submit = () => {
    const block = embedBlock(address);
    if (block) onInsert(block);
    else setError(t('editor.addressInvalid'));
  };
  return (
    <EditorDialog title={t('editor.embed')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={t('editor.address')}
        hint={t('editor.embedHint')}
        type="url"
        maxLength={2000}
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.target.value);
          setError('');
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('editor.insert')}</Button>
        <Cancel onClick={onClose} />
      </div>
    </EditorDialog>
  );
}

function Cancel({ onClick }: { onClick(): void }) {
  const { t } = useTexts();
  return (
    <Button kind="quiet" className="justify-self-start" onClick={onClick}>
      {t('newsroom.cancel')}
    </Button>
  );
}

import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { addressOf } from './addresses.ts';
import { EditorDialog } from './editor-dialog.tsx';
import { backToText } from './insert-block.ts';
import { StoryPicker } from './story-picker.tsx';

/** Asks for the address of a link: typed, or that of a story of ours. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { t } = useTexts();
  const current: string = editor.getAttributes('link').href ?? '';
  const [address, setAddress] = useState(current);
  const [error, setError] = useState('');
  const close = () => backToText(editor, onClose);
  const set = (typed: string, title: string) => {
    const link = addressOf(typed);
    if (!link) return setError(t('editor.addressInvalid'));
    const chain = editor.chain().extendMarkRange('link');
    const { empty, from } = editor.state.selection;
    if (empty && !current)
      // Nothing was selected: the link is its title or address.
      chain
        .insertContentAt(from, { type: 'text', text: title, marks: [{ type: 'link', attrs: link }] })
        .unsetMark('link')
        .run();
    else chain.setMark('link', link).run();
    close();
  };
  return (
    <EditorDialog title={t('newsroom.link')} onClose={close} onSubmit={() => set(address, address.trim())}>
      <TextField
        label={t('editor.address')}
        type="url"
        inputMode="url"
        maxLength={2000}
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.target.value);
          setError('');
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('editor.setLink')}</Button>
        {current && (
          <Button
            kind="quiet"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetMark('link').run();
              close();
            }}
          >
            {t('editor.removeLink')}
          </Button>
        )}
        <Button kind="quiet" onClick={close}>
          {t('newsroom.cancel')}
        </Button>
      </div>
      <StoryPicker onPick={({ id, title }) => set(`/news/${id}`, title)} />
    </EditorDialog>
  );
}

import type { NodeViewProps } from '@tiptap/core';
import { useState } from 'react';
import { apiHost } from '#src/client/api-host.ts';
import { useCall } from '#src/client/queries.ts';
import { type GalleryDirective, type PictureDirective, pictureSizes } from '#src/markdown/directives.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { mediaCalls } from '#src/news/media/media.contract.ts';
import { lacksAlt } from '#src/news/media/media.rules.ts';
import { AltPrompt } from '#src/news/media/web/alt-prompt.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Choice, Frame, Line, useDirective, useOwnLanguage } from './block-frame.tsx';

/** A picture of the library, as it is; nothing while it is unknown. */
function LibraryPicture({ id, className }: { id: number; className: string }) {
  const { t } = useTexts();
  const picture = useCall(mediaCalls.getPicture, { params: { id: String(id) } });
  if (picture.isError)
    return (
      <p className="editor-line text-soft" contentEditable={false}>
        {t('editor.pictureUnknown', { id })}
      </p>
    );
  const { thumbnail_url, url, alt, width, height } = picture.data ?? {};
  const path = thumbnail_url ?? url;
  if (!path) return null;
  return (
    <img
      className={`ms-3 mt-3 ${className}`}
      src={apiHost + path}
      alt={alt || t('editor.pictureOf', { id })}
      width={width ?? undefined}
      height={height ?? undefined}
      contentEditable={false}
    />
  );
}

/** Asks for the alternative text of a picture that has none, as the library does. */
function MissingAlt({ id }: { id: number }) {
  const own = useOwnLanguage();
  const { data, refetch } = useCall(mediaCalls.getPicture, { params: { id: String(id) } });
  const [asks, setAsks] = useState(false);
  if (data?.editable && lacksAlt(data) && !asks) setAsks(true); // the prompt stays, to show that it was saved
  if (!data || !asks) return null;
  return (
    <div className="editor-line" contentEditable={false} {...own}>
      <AltPrompt item={data} onChanged={() => void refetch()} />
    </div>
  );
}

const sizeNames = { column: 'editor.sizeColumn', wide: 'editor.sizeWide', small: 'editor.sizeSmall' } as const;

export function PictureView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<PictureDirective>(view);
  return (
    <Frame view={view} title={t('editor.pictureOf', { id: directive.id })}>
      <LibraryPicture id={directive.id} className="max-h-80" />
      <MissingAlt id={directive.id} />
      <Line label={t('newsroom.caption')} value={directive.label} onChange={(label) => change({ label })} />
      <Choice
        label={t('editor.size')}
        value={directive.size}
        names={pictureSizes}
        text={(name) => t(sizeNames[name])}
        onChange={(size) => change({ size })}
      />
    </Frame>
  );
}

export function GalleryView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<GalleryDirective>(view);
  const { pictures } = directive;
  return (
    <Frame view={view} title={t('editor.galleryOf', { count: pictures.length })}>
      <Line label={t('newsroom.caption')} value={directive.label} onChange={(label) => change({ label })} />
      <ol contentEditable={false}>
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be in a gallery twice
          <li key={at} className="flex items-end gap-2">
            <LibraryPicture id={picture.id} className="mb-2 size-16 shrink-0 object-cover" />
            <Line
              label={t('editor.captionOf', { id: picture.id })}
              value={picture.label}
              onChange={(label) => change({ pictures: pictures.with(at, { ...picture, label }) })}
            />
            {pictures.length > 1 && (
              <button
                type="button"
                className="grid size-11 shrink-0 place-items-center hover:bg-wash"
                aria-label={`${t('editor.remove')}: ${t('editor.pictureOf', { id: picture.id })}`}
                onClick={() => change({ pictures: pictures.toSpliced(at, 1) })}
              >
                <Icon name="trash" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </Frame>
  );
}

// How blocks that are not text look in the editor: what they show, with fields for what can be changed.
import type { NodeViewProps } from '@tiptap/core';
import { NodeViewContent, ReactNodeViewRenderer } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useCall } from '#src/client/queries.ts';
import {
  type CorrectionDirective,
  correctionKinds,
  type Directive,
  type EmbedDirective,
  type FactsDirective,
  type FileDirective,
  type StoryDirective,
} from '#src/markdown/directives.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';
import { Choice, Frame, Line, useDirective } from './block-frame.tsx';
import { GalleryView, PictureView } from './picture-views.tsx';
import { containers, gallery, leaves, upload } from './story-schema.ts';
import { UploadView } from './upload-view.tsx';

function FileView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<FileDirective>(view);
  const { name, id } = directive;
  return (
    <Frame view={view} title={name === 'video' ? t('editor.videoOf', { id }) : t('editor.audioOf', { id })}>
      <Line label={t('media.caption')} value={directive.label} onChange={(label) => change({ label })} />
    </Frame>
  );
}

function EmbedView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<EmbedDirective>(view);
  return (
    <Frame view={view} title={t('editor.embed')}>
      <p className="editor-line" contentEditable={false}>
        <a className="link" href={directive.url} target="_blank" rel="noreferrer" dir="ltr">
          {directive.url}
        </a>
      </p>
      <Line label={t('media.caption')} value={directive.label} onChange={(label) => change({ label })} />
    </Frame>
  );
}

function StoryView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<StoryDirective>(view);
  const story = useCall(storiesCalls.get, { params: { id: String(directive.id) } });
  return (
    <Frame view={view} title={t('editor.story')}>
      <p className="editor-line font-bold" contentEditable={false} lang={story.data?.language}>
        {story.data?.news_title ?? t('editor.storyOf', { id: directive.id })}
      </p>
      <Line label={t('editor.ownTitle')} value={directive.label} onChange={(label) => change({ label })} />
    </Frame>
  );
}

function FactsView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<FactsDirective>(view);
  return (
    <Frame view={view} title={t('editor.facts')}>
      <Line label={t('editor.boxTitle')} value={directive.label} onChange={(label) => change({ label })} />
      <NodeViewContent className="editor-block-text" />
    </Frame>
  );
}

const kindNames = { correction: 'editor.correction', clarification: 'editor.clarification' } as const;

function CorrectionView(view: NodeViewProps) {
  const { t } = useTexts();
  const { directive, change } = useDirective<CorrectionDirective>(view);
  return (
    <Frame view={view} title={t(kindNames[directive.kind])}>
      <Choice
        label={t('editor.kind')}
        value={directive.kind}
        names={correctionKinds}
        text={(name) => t(kindNames[name])}
        onChange={(kind) => change({ kind })}
      />
      {/* A day that is not complete yet is not stored. */}
      <Line
        type="date"
        label={t('editor.date')}
        value={directive.date}
        onChange={(date) => /^\d{4}-\d\d-\d\d$/.test(date) && change({ date })}
      />
      <NodeViewContent className="editor-block-text" />
    </Frame>
  );
}

type Name = Directive['name'] | 'upload';
const views: Record<Name, (view: NodeViewProps) => ReactNode> = {
  picture: PictureView,
  gallery: GalleryView,
  video: FileView,
  audio: FileView,
  embed: EmbedView,
  story: StoryView,
  facts: FactsView,
  correction: CorrectionView,
  upload: UploadView,
};

/** The blocks that are not text, with their views. */
export const blockViews = [...leaves, upload, gallery, ...containers].map((node) =>
  node.extend({
    addNodeView() {
      return ReactNodeViewRenderer(views[this.name as Name]); // the other nodes have the names of directives
    },
  }),
);

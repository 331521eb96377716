import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { gridSize } from '#src/news/cards/board-sizes.rules.ts';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { boardPicture, placeOf } from '#src/news/cards/web/board-pictures.ts';
import { useRefreshOnFocus } from '#src/news/cards/web/use-refresh-on-focus.ts';
import { useSections } from '#src/news/categories/web/use-sections.ts';
import { newsroomCalls } from '#src/news/stories/stories.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { useRestoreFocus } from '#src/ui/focus-along.ts';
import { changedSections, moveCard, type Place, sectionKey, stepCard } from '../board-layout.rules.ts';
import type { Front, Section } from '../front.contract.ts';
import style from './arranged-board.css?url&no-inline';
import { EmptyBoard, SectionHead } from './board.tsx';
import { CardTools, LeadTools } from './card-tools.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FrontTop } from './front-top.tsx';
import { DropSection, MovableCard } from './movable-card.tsx';
import { PlaceDialog } from './place-dialog.tsx';

// The part of the site shell's loader data that the board needs; the shell belongs to a higher layer.
interface Shell {
  categories: { name: string; slug: string }[];
}

/** The board with editing tools. Changes are local state until the layout is saved. */
export default function ArrangedBoard({ front }: { front: Front }) {
  const { t } = useTexts();
  const { revalidate } = useRevalidator();
  const layout = useLayout(front.sections);
  const { sections } = layout;
  const [deleting, setDeleting] = useState<Card | null>(null);
  const [placing, setPlacing] = useState<Card | null>(null);
  const focusAlong = useRestoreFocus();
  useRefreshOnFocus(front, () => layout.isUntouched() && !deleting && !placing);
  const mine = useSections();
  const isMine = (section: Section) => !mine || mine.some(({ slug }) => slug === sectionKey(section));
  const shown = sections.filter((section) => section.cards.length > 0 || isMine(section));

  const card = (entry: Card, section: Section, index: number) => (
    <MovableCard
      key={entry.id}
      card={entry}
      size={placeOf(index)}
      use={boardPicture(section.cards.length, placeOf(index))}
      tools={
        isMine(section) && (
          <CardTools
            card={entry}
            first={index === 0}
            last={index === section.cards.length - 1}
            others={sections.filter((other) => other !== section && other.category && isMine(other))}
            onStep={(step) => {
              layout.arrange(stepCard(sections, entry.id, step));
              focusAlong(`step ${step} ${entry.id}`, `step ${-step} ${entry.id}`);
            }}
            onMoveTo={(slug) => {
              layout.arrange(moveCard(sections, entry.id, { section: slug }));
              focusAlong(`to ${entry.id}`);
            }}
            onPlace={() => setPlacing(entry)}
            onDelete={() => setDeleting(entry)}
          />
        )
      }
    />
  );

  return (
    <>
      <link rel="stylesheet" href={style} precedence="own" />
      <FrontTop
        front={front}
        tools={front.lead && <LeadTools card={front.lead} onPlace={() => setPlacing(front.lead)} />}
      />
      {!front.lead && sections.every(({ cards }) => cards.length === 0) && <EmptyBoard />}
      {shown.map((section) => (
        <DropSection
          key={sectionKey(section)}
          section={section}
          open={isMine(section)}
          label={section.category?.name ?? t('news.uncategorized')}
        >
          <SectionHead section={section} />
          <div className="board-grid">
            {section.cards.slice(0, gridSize).map((entry, index) => card(entry, section, index))}
          </div>
          {section.cards.length > gridSize && (
            <div className="board-list">
              {section.cards.slice(gridSize).map((entry, index) => card(entry, section, index + gridSize))}
            </div>
          )}
          {section.cards.length === 0 && <p className="py-6 text-soft">{t('newsroom.emptySection')}</p>}
        </DropSection>
      ))}
      {layout.isChanged && (
        <section
          aria-label={t('newsroom.layoutBar')}
          className="sticky bottom-0 z-40 mt-8 flex flex-wrap items-center gap-4 border-ink border-t-2 bg-paper py-4"
        >
          <p className="grow" role="status">
            {t('newsroom.layoutChanged')}
          </p>
          <Button onClick={layout.save} disabled={layout.busy}>
            {t('newsroom.saveLayout')}
          </Button>
          <Button kind="quiet" onClick={layout.discard} disabled={layout.busy}>
            {t('newsroom.discard')}
          </Button>
        </section>
      )}
      {placing && (
        <PlaceDialog story={placing} wholePaper={!mine} onClose={() => setPlacing(null)} onDone={revalidate} />
      )}
      {deleting && (
        <DeleteDialog
          story={deleting}
          onClose={() => setDeleting(null)}
          onDone={async () => {
            layout.discard();
            await revalidate();
          }}
        />
      )}
    </>
  );
}

/** The sections as the editor has arranged them, by dragging too. */
function useLayout(loaded: Section[]) {
  const { revalidate } = useRevalidator();
  const all = useWithEmptySections(loaded);
  const [arranged, setArranged] = useState<Section[] | null>(null);
  const [busy, setBusy] = useState(false);
  const dragging = useRef(false);
  const changes = arranged ? changedSections(all, arranged) : [];
  // The library's drop events come from outside of React. A drop outside of the board has no target and is ignored.
  useEffect(
    () =>
      monitorForElements({
        onDragStart() {
          dragging.current = true;
        },
        onDrop({ source, location }) {
          dragging.current = false;
          const target = location.current.dropTargets[0]?.data;
          const id = source.data.card;
          if (!target || typeof id !== 'number') return;
          const place: Place =
            typeof target.card === 'number'
              ? { card: target.card, after: isAfter(extractClosestEdge(target)) }
              : { section: String(target.section) };
          setArranged((now) => moveCard(now ?? all, id, place));
        },
      }),
    [all],
  );
  return {
    sections: arranged ?? all,
    busy,
    isChanged: changes.length > 0,
    isUntouched: () => !arranged && !dragging.current && !busy,
    arrange: setArranged,
    discard: () => setArranged(null),
    async save() {
      setBusy(true);
      try {
        await callApi(newsroomCalls.saveLayout, { body: { sections: changes } });
        await revalidate();
        setArranged(null);
        toast({ kind: 'success', text: 'newsroom.layoutSaved' });
      } catch (error) {
        toastFailure(error, 'newsroom.layoutNotSaved');
        // Load the current layout, so that the next save is based on it and replaces it.
        if (error instanceof ApiError && error.status === 409) await revalidate();
      } finally {
        setBusy(false);
      }
    },
  };
}

const isAfter = (edge: Edge | null) =>
  edge === 'bottom' || edge === (document.documentElement.dir === 'rtl' ? 'left' : 'right');

// Empty categories are hidden from readers, but an editor may want to move a story into one.
function useWithEmptySections(loaded: Section[]): Section[] {
  const categories = useRouteLoaderData<{ shell: Shell }>('root')?.shell?.categories;
  return useMemo(() => {
    const found = new Map(loaded.map((section) => [sectionKey(section), section]));
    const inOrder = (categories ?? []).map(
      (category): Section => found.get(category.slug) ?? { category, subs: [], cards: [], more: false },
    );
    return [...inOrder, ...loaded.filter(({ category }) => !category)];
  }, [loaded, categories]);
}

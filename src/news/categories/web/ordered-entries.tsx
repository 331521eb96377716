import { type ReactNode, useState } from 'react';
import { toastOutcome } from '#src/client/outcome.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { useRestoreFocus } from '#src/ui/focus-along.ts';
import { Icon } from '#src/ui/icon.tsx';

interface OrderedEntriesProps<T> {
  label: string;
  loaded: readonly T[];
  /** The name for the labels of the buttons. */
  nameOf(entry: T): string;
  row(entry: T): ReactNode;
  /** Saves the order; `before` is the order as it was loaded. */
  onSave(ids: number[], before: number[]): Promise<unknown>;
  /** Reloads the list after a save, also after a failed one. */
  onDone(): Promise<void>;
}

/** A list with buttons that move its entries. The order is local until it is saved. */
export function OrderedEntries<T extends { id: number }>(props: OrderedEntriesProps<T>) {
  const { label, loaded, nameOf, row, onSave, onDone } = props;
  const { t } = useTexts();
  const { entries, changed, step, reset } = useArranged(loaded);
  const [busy, setBusy] = useState(false);
  const focusAlong = useRestoreFocus();
  const tool = (by: -1 | 1, id: number) => `${by} of ${label} ${id}`;
  const move = (id: number, by: -1 | 1) => {
    step(id, by);
    focusAlong(tool(by, id), tool(by === 1 ? -1 : 1, id));
  };
  const save = async () => {
    setBusy(true);
    const ids = (list: readonly T[]) => list.map(({ id }) => id);
    await toastOutcome(async () => {
      await onSave(ids(entries), ids(loaded));
      return 'taxonomy.orderSaved';
    }, 'taxonomy.failed');
    await onDone();
    reset();
    setBusy(false);
  };
  const button = (entry: T, by: -1 | 1, isLast: boolean) => (
    <button
      type="button"
      className="flex size-11 items-center justify-center hover:text-press disabled:text-rule"
      data-tool={tool(by, entry.id)}
      disabled={isLast}
      aria-label={t(by === 1 ? 'newsroom.moveDown' : 'newsroom.moveUp', { title: nameOf(entry) })}
      title={t(by === 1 ? 'newsroom.down' : 'newsroom.up')}
      onClick={() => move(entry.id, by)}
    >
      <Icon name={by === 1 ? 'down' : 'up'} />
    </button>
  );
  return (
    <>
      <ol aria-label={label}>
        {entries.map((entry, place) => (
          <li key={entry.id} className="flex items-start gap-2 border-rule border-b py-2">
            <div className="flex shrink-0">
              {button(entry, -1, place === 0)}
              {button(entry, 1, place === entries.length - 1)}
            </div>
            <div className="min-w-0 grow">{row(entry)}</div>
          </li>
        ))}
      </ol>
      {changed && (
        <section
          aria-label={t('taxonomy.orderBar')}
          className="sticky bottom-0 z-40 flex flex-wrap items-center gap-4 border-ink border-t-2 bg-paper py-4"
        >
          <p className="grow" role="status">
            {t('taxonomy.orderChanged')}
          </p>
          <Button onClick={() => void save()} disabled={busy}>
            {t('taxonomy.saveOrder')}
          </Button>
          <Button kind="quiet" onClick={reset} disabled={busy}>
            {t('newsroom.discard')}
          </Button>
        </section>
      )}
    </>
  );
}

/** The loaded entries in an order that is local until it is saved. `step` does nothing at either end. */
function useArranged<T extends { id: number }>(loaded: readonly T[]) {
  const [order, setOrder] = useState<number[] | null>(null);
  const found = order?.flatMap((id) => loaded.find((entry) => entry.id === id) ?? []);
  // If an entry was added or removed meanwhile, the new order is discarded.
  const entries = found && found.length === loaded.length ? found : loaded;
  return {
    entries,
    changed: entries.some((entry, place) => entry !== loaded[place]),
    step(id: number, step: -1 | 1) {
      const ids = entries.map((entry) => entry.id);
      const from = ids.indexOf(id);
      const to = from + step;
      if (to >= 0 && to < ids.length) setOrder(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    },
    reset: () => setOrder(null),
  };
}

import { useTexts } from '#src/messages/texts.tsx';
import { useRestoreFocus } from '#src/ui/focus-along.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';

interface AuthorChipsProps {
  chosen: readonly { ref: string; name: string }[];
  /** Called with the ids in their new order, and a text that describes the change. */
  onChange(refs: string[], message: string): void;
  /** Called after an author was removed with the button that had the focus. */
  onRemoved(): void;
}

/** The chosen authors in order, with buttons that move or remove them. */
export function AuthorChips({ chosen, onChange, onRemoved }: AuthorChipsProps) {
  const { t } = useTexts();
  const focusAlong = useRestoreFocus();
  const refs = chosen.map(({ ref }) => ref);
  const tool = (by: -1 | 1, ref: string) => `author ${ref} ${by}`;
  const move = (index: number, by: -1 | 1) => {
    const { ref, name } = chosen[index] ?? { ref: '', name: '' }; // the index of a button
    onChange(
      refs.toSpliced(index, 1).toSpliced(index + by, 0, ref),
      t('bylines.moved', { name, place: index + by + 1 }),
    );
    focusAlong(tool(by, ref), tool(by === 1 ? -1 : 1, ref));
  };
  return (
    <ol className="mb-3 grid gap-2">
      {chosen.map(({ ref, name }, index) => (
        <li key={ref} className="flex items-center justify-between border border-soft ps-3">
          <bdi className="min-w-0 break-words font-semibold">{name}</bdi>
          <span className="flex flex-none">
            {chosen.length > 1 && (
              <>
                <ChipButton
                  icon="up"
                  label={t('bylines.moveEarlier', { name })}
                  tool={tool(-1, ref)}
                  disabled={index === 0}
                  onPress={() => move(index, -1)}
                />
                <ChipButton
                  icon="down"
                  label={t('bylines.moveLater', { name })}
                  tool={tool(1, ref)}
                  disabled={index === chosen.length - 1}
                  onPress={() => move(index, 1)}
                />
              </>
            )}
            <ChipButton
              icon="close"
              label={t('bylines.remove', { name })}
              onPress={() => {
                onChange(refs.toSpliced(index, 1), t('bylines.removed', { name }));
                onRemoved();
              }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

interface ChipButtonProps {
  icon: IconName;
  label: string;
  tool?: string;
  disabled?: boolean;
  onPress(): void;
}

const ChipButton = ({ icon, label, tool, disabled, onPress }: ChipButtonProps) => (
  <button
    type="button"
    className="flex size-11 items-center justify-center hover:text-press disabled:text-rule"
    data-tool={tool}
    disabled={disabled}
    aria-label={label}
    title={label}
    onClick={onPress}
  >
    <Icon name={icon} />
  </button>
);

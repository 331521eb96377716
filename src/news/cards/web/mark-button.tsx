import { useNavigate } from 'react-router';
import { usePaths } from '#src/client/paths.ts';
import { type Described, toggleMark } from '#src/client/reader-lists.ts';
import { toast } from '#src/client/toasts.ts';
import { useReaderLists } from '#src/client/use-reader-lists.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type MarkKind, markKey } from '#src/rules/reader-lists.rules.ts';
import { Icon } from '#src/ui/icon.tsx';
import './mark-button.css';

interface MarkButtonProps extends Described {
  kind: MarkKind;
  id: number;
  /** Path of its page, without the language prefix. */
  path: string;
}

const toastMs = 5000; // the menu has the same link

/**
 * Follows a topic, an author or a section, or saves a story, on this device: decision 165. Pages are the same for
 * everyone, so it shows its state after hydration. Both labels share a cell, so that its width stays the same.
 */
export function MarkButton({ kind, id, ...about }: MarkButtonProps) {
  const { t } = useTexts();
  const to = usePaths();
  const navigate = useNavigate();
  const on = useReaderLists(({ marks }) => marks[markKey(kind, id)]?.removed === false);
  const words =
    kind === 'story' ? (['news.save', 'news.saved'] as const) : (['news.follow', 'news.following'] as const);
  const toggle = () => {
    const now = toggleMark(kind, id, about);
    if (now === undefined) return toast({ kind: 'error', text: 'following.full' });
    toast({
      ...(now ? { kind: 'success', text: words[1] } : { kind: 'info', text: 'news.unmarked' }),
      durationMs: toastMs,
      action: { label: 'shell.forYou', run: () => navigate(to('/for-you')) },
    });
  };
  return (
    <button type="button" className="mark no-print" aria-pressed={on} onClick={toggle}>
      <Icon
        name={kind === 'story' ? 'bookmark' : on ? 'check' : 'plus'}
        className={on && kind === 'story' ? 'size-5 fill-current' : 'size-5'}
      />
      <span className="mark-words">
        <span>{t(words[0])}</span>
        <span>{t(words[1])}</span>
      </span>
    </button>
  );
}

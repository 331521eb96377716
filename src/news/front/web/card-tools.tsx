import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Section } from '../front.contract.ts';

interface CardToolsProps {
  card: Card;
  first: boolean;
  last: boolean;
  /** Sections that the card can be moved to. */
  others: Section[];
  onStep(step: -1 | 1): void;
  onMoveTo(slug: string): void;
  onPlace(): void;
  onDelete(): void;
}

/** Editing tools on a card: the keyboard alternative to dragging. */
export function CardTools({ card, first, last, others, onStep, onMoveTo, onPlace, onDelete }: CardToolsProps) {
  const { t, language } = useTexts();
  const { id, title } = card;
  return (
    <div className="card-tools" lang={language}>
      <EditLink card={card} />
      <button
        type="button"
        onClick={onDelete}
        aria-label={t('newsroom.deleteStory', { title })}
        title={t('newsroom.delete')}
      >
        <Icon name="trash" />
      </button>
      <PlaceButton card={card} onPlace={onPlace} />
      <button
        type="button"
        onClick={() => onStep(-1)}
        disabled={first}
        data-tool={`step -1 ${id}`}
        aria-label={t('newsroom.moveUp', { title })}
        title={t('newsroom.up')}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        onClick={() => onStep(1)}
        disabled={last}
        data-tool={`step 1 ${id}`}
        aria-label={t('newsroom.moveDown', { title })}
        title={t('newsroom.down')}
      >
        <Icon name="down" />
      </button>
      <select
        value=""
        data-tool={`to ${id}`}
        aria-label={t('newsroom.moveTo', { title })}
        title={t('newsroom.toCategory')}
        onChange={(event) => onMoveTo(event.target.value)}
      >
        <option value="">{t('newsroom.toCategory')}</option>
        {others.map(({ category }) => (
          <option key={category?.slug} value={category?.slug}>
            {category?.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Editing tools of the lead of the paper, which is in no section. */
export function LeadTools({ card, onPlace }: Pick<CardToolsProps, 'card' | 'onPlace'>) {
  const { language } = useTexts();
  return (
    <div className="card-tools" lang={language}>
      <EditLink card={card} />
      <PlaceButton card={card} onPlace={onPlace} />
    </div>
  );
}

function EditLink({ card: { id, title } }: Pick<CardToolsProps, 'card'>) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <a href={to('/admin/edit/:id', { id })} aria-label={t('newsroom.editStory', { title })} title={t('newsroom.edit')}>
      <Icon name="edit" />
    </a>
  );
}

function PlaceButton({ card: { title }, onPlace }: Pick<CardToolsProps, 'card' | 'onPlace'>) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      onClick={onPlace}
      aria-label={t('newsroom.placeStory', { title })}
      title={t('newsroom.placeTitle')}
    >
      <Icon name="pin" />
    </button>
  );
}

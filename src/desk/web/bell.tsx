import { useEffect } from 'react';
import { useIsAttended } from '#src/client/activity.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { waitingCalls } from '../waiting.contract.ts';
import { waitingPlaces } from '../waiting.rules.ts';
import './bell.css';

const refreshMs = 120_000;

/** For the newsroom: how many things wait for the user's role, and links to them. */
export function Bell() {
  const { t } = useTexts();
  const to = usePaths();
  const isAttended = useIsAttended();
  const { data } = useCall(waitingCalls.waiting);
  useEffect(() => {
    const timer = setInterval(() => {
      if (isAttended()) void refetch(waitingCalls.waiting);
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isAttended]);
  const waiting = data?.waiting ?? [];
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  // The accessible name contains the button's visible text (WCAG 2.5.3).
  const label = total > 0 ? `${t('desk.waiting')}: ${total}` : t('desk.waiting');
  return (
    <Menu
      label={label}
      button={
        <span className="bell">
          <Icon name="bell" />
          {total > 0 && <span className="bell-count">{total}</span>}
        </span>
      }
    >
      {waiting.map(({ kind, count }) => (
        <li key={kind}>
          <a className="menu-item" href={to(waitingPlaces[kind].page)}>
            {t(`desk.waiting_${kind}`, { count })}
          </a>
        </li>
      ))}
      {waiting.length === 0 && <li className="px-4 py-2 text-soft">{t('desk.nothingWaits')}</li>}
    </Menu>
  );
}

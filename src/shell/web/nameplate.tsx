import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { productName } from '#src/ui/page-title.tsx';
import type { Shell } from '../shell.contract.ts';

/** The newspaper's name above the news pages, with the date line; in one row above a story. */
export function Nameplate({ shell, slim }: { shell: Shell | undefined; slim: boolean }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <div className="page">
      <div className={slim ? 'nameplate slim' : 'nameplate'}>
        <a href={to('/news')} className="nameplate-name">
          {shell?.site.nameplate ?? productName}
        </a>
        <p className="nameplate-line">
          {/* Phones have the date in the top strip. */}
          <span className="hidden sm:inline">{shell?.today.long}</span>
          {!slim && <span className="hidden md:inline">{shell?.site.motto || t('shell.motto')}</span>}
          <a href={to('/e-paper')} className="link">
            {t('shell.todaysPaper')}
          </a>
        </p>
      </div>
    </div>
  );
}

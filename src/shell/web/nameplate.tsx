import { useTexts } from '#src/messages/texts.tsx';
import { productName } from '#src/ui/page-title.tsx';
import { usePaths } from '#src/ui/paths.ts';
import type { Shell } from '../shell.contract.ts';

/** The newspaper's name above the news pages, with the date line. */
export function Nameplate({ shell }: { shell: Shell | undefined }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <div className="page">
      <div className="nameplate">
        <a href={to('/news')} className="nameplate-name">
          {shell?.site.name ?? productName}
        </a>
        <p className="nameplate-line">
          <span>{shell?.today.long}</span>
          <span className="hidden md:inline">{shell?.site.motto || t('shell.motto')}</span>
          <a href={to('/e-paper')} className="link">
            {t('shell.todaysPaper')}
          </a>
        </p>
      </div>
    </div>
  );
}

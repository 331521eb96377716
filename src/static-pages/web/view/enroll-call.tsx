import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';

/** The end of a prospectus: a link to the enquiry form. */
export function EnrollCall() {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <aside className="no-print mt-16 flex flex-wrap items-center justify-between gap-6 bg-wash p-6 md:p-10">
      <div>
        <h2 className="font-extrabold text-3xl">{t('prospectus.enrollTitle')}</h2>
        <p className="mt-1 font-serif text-lg text-soft">{t('prospectus.enrollLead')}</p>
      </div>
      <a
        href={to('/enroll')}
        className="inline-flex min-h-12 items-center bg-ink px-7 font-semibold text-lg text-paper hover:bg-press"
      >
        {t('prospectus.enroll')}
      </a>
    </aside>
  );
}

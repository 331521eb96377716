import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { EssayPage } from '#src/submissions/submission/research.contract.ts';

const formats = ['apa', 'bibtex', 'ris'] as const;
const names = { apa: 'APA', bibtex: 'BibTeX', ris: 'RIS' } as const; // names of formats, the same in every language

/** Citations in three formats, each with a copy button. */
export function Citations({ citations }: { citations: EssayPage['citations'] }) {
  const { t } = useTexts();
  return (
    <section className="border-ink border-t-2 pt-3">
      <h2 className="font-bold text-xl">{t('research.cite')}</h2>
      {formats.map((format) => (
        <div key={format} className="mt-3">
          <div className="flex items-center justify-between">
            <h3 className="font-semibold text-sm">{names[format]}</h3>
            <button
              type="button"
              className="no-print link inline-flex min-h-11 items-center px-1 text-sm"
              data-press="copy"
              data-copies={`cite-${format}`}
              data-done={'research.copied' satisfies TextKey}
              data-failed={'research.copyFailed' satisfies TextKey}
            >
              {t('research.copy', { format: names[format] })}
            </button>
          </div>
          <pre
            id={`cite-${format}`}
            dir={format === 'apa' ? 'auto' : 'ltr'}
            className={`whitespace-pre-wrap break-words border border-rule bg-wash p-3 ${format === 'apa' ? 'font-serif' : 'text-xs'}`}
          >
            {citations[format].trim()}
          </pre>
        </div>
      ))}
    </section>
  );
}

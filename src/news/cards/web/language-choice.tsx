import { languages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { type LanguageOrder, languageOrders, orderParameter } from '#src/news/stories/language-order.rules.ts';
import { useOfferedLanguages } from '#src/ui/page-head.tsx';

/** Links by which a reader chooses the order of languages on a list of stories. `path` may have parameters. */
export function LanguageChoice({ order, path }: { order: LanguageOrder; path: string }) {
  const { t, language } = useTexts();
  if (useOfferedLanguages().length < 2) return null;
  const { name } = languages[language];
  const labels = { first: 'languages.first', only: 'languages.only', all: 'languages.all' } as const;
  return (
    <nav aria-label={t('languages.order')} className="no-print mt-6 flex flex-wrap gap-x-5 text-sm">
      {languageOrders.map((choice) => (
        <a
          key={choice}
          href={`${path}${path.includes('?') ? '&' : '?'}${orderParameter}=${choice}`}
          rel="nofollow"
          data-order={choice}
          aria-current={choice === order ? 'true' : undefined}
          className="inline-flex min-h-11 items-center border-transparent border-b-2 hover:border-rule aria-[current]:border-press aria-[current]:font-semibold"
        >
          {t(labels[choice], { language: name })}
        </a>
      ))}
    </nav>
  );
}

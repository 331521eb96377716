import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { usePaths } from '#src/ui/paths.ts';
import { getContactPage } from '../server/standing-pages.service.ts';
import type { Route } from './+types/contact-page';
import { ArticleView } from './standing/article-view.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';
import { StandingSection } from './standing/standing-parts.tsx';

export const handle = { texts: ['prospectus'] };

export const loader = pageLoader((ctx) => getContactPage(ctx));

export default function ContactPage({ loaderData: { content, description, site } }: Route.ComponentProps) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <StandingFrame title={content.title} description={description} path={to('/contact')}>
      <ArticleView page={content}>
        <StandingSection heading={t('prospectus.contactHeading')}>
          <dl className="entries three">
            <div>
              <dt className="text-sm text-soft">{t('prospectus.contactPhone')}</dt>
              <dd className="font-bold font-serif text-2xl">
                <a className="link tabular" href={`tel:${site.phone.replaceAll(' ', '')}`}>
                  {site.phone}
                </a>
              </dd>
            </div>
            <div>
              <dt className="text-sm text-soft">{t('prospectus.contactEmail')}</dt>
              <dd className="font-bold font-serif text-2xl">
                <a className="link" href={`mailto:${site.email}`}>
                  {site.email}
                </a>
              </dd>
            </div>
            <div>
              <dt className="text-sm text-soft">{t('prospectus.contactAddress')}</dt>
              <dd className="whitespace-pre-line font-serif text-xl leading-snug">{site.address}</dd>
            </div>
          </dl>
        </StandingSection>
      </ArticleView>
    </StandingFrame>
  );
}

import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getContactPage } from '../server/static-pages.service.ts';
import type { Route } from './+types/contact-page';
import { ArticleView } from './view/article-view.tsx';
import { Contacts } from './view/contacts.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';
import { StaticPageSection } from './view/static-page-parts.tsx';

export const loader = pageLoader((ctx) => getContactPage(ctx));

export default function ContactPage({ loaderData: { content, description, site } }: Route.ComponentProps) {
  const { t } = useTexts();
  return (
    <StaticPageFrame title={content.title} description={description} path="/contact">
      <ArticleView page={content}>
        <StaticPageSection heading={t('prospectus.contactHeading')}>
          <Contacts
            entries={[
              { label: t('prospectus.contactPhone'), text: site.phone, href: `tel:${site.phone.replaceAll(' ', '')}` },
              { label: t('prospectus.contactEmail'), text: site.email, href: `mailto:${site.email}` },
              { label: t('prospectus.contactAddress'), text: site.address },
            ]}
          />
        </StaticPageSection>
      </ArticleView>
    </StaticPageFrame>
  );
}

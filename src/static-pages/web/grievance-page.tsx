import { DisclosureTable } from '#src/grievances/web/disclosure-table.tsx';
import { GrievanceForm } from '#src/grievances/web/grievance-form.tsx';
import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/platform/http/page-loader.ts';
import { getGrievancePage } from '../server/static-pages.service.ts';
import type { Route } from './+types/grievance-page';
import { ArticleView } from './view/article-view.tsx';
import { Contacts } from './view/contacts.tsx';
import { StaticPageFrame } from './view/static-page-frame.tsx';
import { StaticPageSection } from './view/static-page-parts.tsx';

export const handle = { texts: ['grievances', 'accounts', 'errors'] };

export const loader = pageLoader((ctx) => getGrievancePage(ctx));

/** The grievance officer with his contact, the form, and the monthly disclosure. */
export default function GrievancePage({ loaderData }: Route.ComponentProps) {
  const { content, description, disclosure, officer } = loaderData;
  const { t } = useTexts();
  return (
    <StaticPageFrame title={content.title} description={description} path="/grievance">
      <ArticleView
        page={content}
        after={
          <StaticPageSection heading={t('grievances.disclosure')}>
            <DisclosureTable months={disclosure} />
          </StaticPageSection>
        }
      >
        <StaticPageSection heading={officer.officer}>
          <Contacts
            entries={[
              { label: t('grievances.email'), text: officer.officerEmail, href: `mailto:${officer.officerEmail}` },
              { label: t('grievances.phone'), text: officer.phone, href: `tel:${officer.phone.replaceAll(' ', '')}` },
              { label: t('grievances.address'), text: officer.address },
            ]}
          />
        </StaticPageSection>
        <StaticPageSection heading={t('grievances.form')} className="no-print">
          <GrievanceForm officerEmail={officer.officerEmail} />
        </StaticPageSection>
      </ArticleView>
    </StaticPageFrame>
  );
}

import { useTexts } from '#src/messages/texts.tsx';
import { pageLoader } from '#src/page-context.ts';
import { getGrievancePage } from '../server/grievances.service.ts';
import type { Route } from './+types/grievance-page';
import { DisclosureTable } from './grievances/disclosure-table.tsx';
import { GrievanceForm } from './grievances/grievance-form.tsx';
import { ArticleView } from './standing/article-view.tsx';
import { Contacts } from './standing/contacts.tsx';
import { StandingFrame } from './standing/standing-frame.tsx';
import { StandingSection } from './standing/standing-parts.tsx';

export const handle = { texts: ['grievances', 'accounts', 'errors'] };

export const loader = pageLoader((ctx) => getGrievancePage(ctx));

/** Who has to answer, how to reach him, and what came of the grievances so far. */
export default function GrievancePage({ loaderData }: Route.ComponentProps) {
  const { content, description, disclosure, officer } = loaderData;
  const { t } = useTexts();
  return (
    <StandingFrame title={content.title} description={description} path="/grievance">
      <ArticleView page={content} after={<DisclosureTable months={disclosure} />}>
        <StandingSection heading={officer.officer}>
          <Contacts
            entries={[
              { label: t('grievances.email'), text: officer.officerEmail, href: `mailto:${officer.officerEmail}` },
              { label: t('grievances.phone'), text: officer.phone, href: `tel:${officer.phone.replaceAll(' ', '')}` },
              { label: t('grievances.address'), text: officer.address },
            ]}
          />
        </StandingSection>
        <StandingSection heading={t('grievances.form')} className="no-print">
          <GrievanceForm officerEmail={officer.officerEmail} />
        </StandingSection>
      </ArticleView>
    </StandingFrame>
  );
}

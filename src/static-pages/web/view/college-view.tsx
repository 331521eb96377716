import { useTexts } from '#src/messages/texts.tsx';
import type { College } from '../../college.rules.ts';
import type { Rendered } from '../../page-fields.rules.ts';
import banner from './college-banner.svg';
import { Entries, Lines, Prose, StaticPageHead, StaticPageSection } from './static-page-parts.tsx';

/** The college's prospectus. */
export function CollegeView({ page }: { page: Rendered<College> }) {
  const { degree, semesters, journalism, skills, principles, modules, careers } = page;
  return (
    <article className="static-page">
      <StaticPageHead title={page.title} lead={page.lead}>
        <img className="static-page-picture" src={banner} alt="" width={1600} height={560} />
      </StaticPageHead>
      <StaticPageSection heading={degree.heading} text={degree.text} />
      <StaticPageSection heading={semesters.heading} text={semesters.text}>
        <SemesterTable semesters={semesters} />
      </StaticPageSection>
      <StaticPageSection heading={journalism.heading} text={journalism.text} />
      <StaticPageSection heading={skills.heading} text={skills.text}>
        <Lines items={skills.items} />
      </StaticPageSection>
      <StaticPageSection heading={principles.heading}>
        <Entries items={principles.items} columns="two" />
      </StaticPageSection>
      <StaticPageSection heading={modules.heading} text={modules.text}>
        <Entries items={modules.items} columns="three" numbered />
      </StaticPageSection>
      <StaticPageSection heading={careers.heading} text={careers.text}>
        <Entries items={careers.items} columns="three" />
        <div className="salary">
          <p className="salary-figure tabular">{careers.salary}</p>
          <Prose html={careers.salaryNote} className="mt-2 max-w-prose text-soft" />
        </div>
      </StaticPageSection>
    </article>
  );
}

function SemesterTable({ semesters }: { semesters: Rendered<College>['semesters'] }) {
  const { t } = useTexts();
  return (
    <table className="static-page-table semesters">
      <caption className="sr-only">{semesters.heading}</caption>
      <thead>
        <tr>
          <th scope="col">{t('prospectus.semester')}</th>
          <th scope="col">{t('prospectus.subjects')}</th>
        </tr>
      </thead>
      <tbody>
        {semesters.items.map(({ title, subjects }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>
              <Lines items={subjects} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Rendered } from '../../page-fields.rules.ts';
import type { University } from '../../university.rules.ts';
import { Entries, Lines, Prose, StaticPageHead, StaticPageSection } from './static-page-parts.tsx';

/** The online university's prospectus. */
export function UniversityView({ page }: { page: Rendered<University> }) {
  const { courses, careers, subjects, skills, aerospace } = page;
  return (
    <article className="static-page">
      <StaticPageHead title={page.title} lead={page.lead} />
      <StaticPageSection heading={courses.heading} text={courses.text}>
        <Entries items={courses.items} columns="two" />
      </StaticPageSection>
      <StaticPageSection heading={careers.heading} text={careers.text}>
        <Entries items={careers.items} columns="four" />
      </StaticPageSection>
      <StaticPageSection heading={subjects.heading}>
        <Lines items={subjects.items} />
      </StaticPageSection>
      <StaticPageSection heading={skills.heading} text={skills.text} />
      <StaticPageSection heading={aerospace.heading} text={aerospace.text}>
        <div className="entries two">
          {aerospace.groups.map(({ name, text, courses }) => (
            <div key={name}>
              <h3>{name}</h3>
              <Prose html={text} />
              <ul className="mt-3 font-serif text-lg">
                {courses.map((course) => (
                  <li key={course} className="border-rule border-t py-2 leading-snug">
                    {course}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </StaticPageSection>
    </article>
  );
}

import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';

// In the order of the specification, each with the page that it links to.
const wings = [
  { name: 'publishing', path: '/publication' },
  { name: 'research', path: '/research' },
  { name: 'career', path: '/college' },
  { name: 'university', path: '/university' },
] as const;

/** Links to the four wings of the site. */
export function Wings() {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <div className="home-wings">
      {wings.map(({ name, path }) => (
        <section key={name}>
          <h2>{t(`home.${name}`)}</h2>
          <p className="home-wing-text">{t(`home.${name}Text`)}</p>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={to(path)}>
            {t(`home.${name}Link`)}
          </a>
        </section>
      ))}
    </div>
  );
}

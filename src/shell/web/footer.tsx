import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { SiteInfo } from '#src/settings/site-info.contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Shell } from '../shell.contract.ts';

export function Footer({ shell }: { shell: Shell | undefined }) {
  const { t } = useTexts();
  const to = usePaths();
  const year = shell?.today.iso.slice(0, 4);
  const site = shell?.site;
  return (
    <footer className="no-print mt-16 border-ink border-t-4 bg-wash">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        <div className="max-lg:col-span-full">
          <p className="font-black font-serif text-3xl tracking-tight">{site?.nameplate}</p>
          <ul className="-ms-3 mt-2 flex gap-1">
            {site &&
              (Object.keys(site.social) as (keyof SiteInfo['social'])[]).map((name) => (
                <Social key={name} name={name} href={site.social[name]} />
              ))}
          </ul>
        </div>
        <FooterLinks
          heading={t('shell.quickLinks')}
          links={[
            [to('/'), t('shell.home')],
            [to('/news'), t('shell.newsWing')],
            [to('/publication'), t('shell.publicationFooter')],
            [to('/college'), t('shell.college')],
            [to('/university'), t('shell.university')],
          ]}
        />
        <FooterLinks
          heading={t('shell.thePaper')}
          links={[
            [to('/about'), t('shell.about')],
            [to('/contact'), t('shell.contactPage')],
            [to('/editorial-policy'), t('shell.editorialPolicy')],
            [to('/newsletters'), t('shell.newsletters')],
            [to('/how-we-decide'), t('shell.howWeDecide')],
            [to('/corrections'), t('shell.corrections')],
            [to('/privacy'), t('shell.privacy')],
            [to('/terms'), t('shell.terms')],
            [to('/grievance'), t('shell.grievance')],
          ]}
        />
        {site && (
          <div className="[overflow-wrap:anywhere] max-lg:col-span-full">
            <h2 className="font-bold sm:text-lg">{t('shell.contact')}</h2>
            <address className="mt-2 not-italic">
              <ul>
                <li>
                  <a
                    href={`tel:${site.phone.replaceAll(' ', '')}`}
                    className="tabular inline-block py-2.5 hover:text-press"
                    dir="ltr"
                  >
                    {site.phone}
                  </a>
                </li>
                <li>
                  <a href={`mailto:${site.email}`} className="inline-block py-2.5 hover:text-press" dir="ltr">
                    {site.email}
                  </a>
                </li>
                <li className="whitespace-pre-line py-2">
                  <bdi>{site.address}</bdi>
                </li>
              </ul>
            </address>
          </div>
        )}
      </div>
      <p className="page border-rule border-t py-4 text-sm text-soft">
        {t('shell.copyright', { year: year ?? '', name: site?.name ?? '' })}
      </p>
    </footer>
  );
}

function FooterLinks({ heading, links }: { heading: string; links: [href: string, label: string][] }) {
  return (
    <nav aria-label={heading} className="[overflow-wrap:anywhere]">
      <h2 className="font-bold sm:text-lg">{heading}</h2>
      <ul className="mt-2">
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-11 items-center hover:text-press">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Social({ name, href }: { name: keyof SiteInfo['social']; href: string }) {
  const label = { facebook: 'Facebook', x: 'X', instagram: 'Instagram', youtube: 'YouTube' }[name];
  const icon = (
    <>
      <Icon name={name} />
      <span className="sr-only">{label}</span>
    </>
  );
  return (
    <li className="grid size-11 place-items-center">
      {href ? (
        <a href={href} className="grid size-11 place-items-center hover:text-press" rel="noopener">
          {icon}
        </a>
      ) : (
        icon
      )}
    </li>
  );
}

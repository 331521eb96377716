/** The newspaper in structured data. */

export interface Publisher {
  origin: string;
  name: string;
}

export const publisher = ({ origin, name }: Publisher) => ({
  '@type': 'NewsMediaOrganization',
  '@id': `${origin}/#paper`,
  name,
  url: `${origin}/`,
  logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: 512, height: 512 },
});

/** Structured data of the newspaper, for the home pages: search results show its name. */
export const publisherData = (paper: Publisher): object[] => [
  {
    '@type': 'WebSite',
    '@id': `${paper.origin}/#site`,
    name: paper.name,
    url: `${paper.origin}/`,
    publisher: { '@id': `${paper.origin}/#paper` },
  },
  publisher(paper),
];

export interface Step {
  name: string;
  path: string;
}

/** Breadcrumb list from the news page to a page, which is the last item. */
export const breadcrumbs = (origin: string, steps: Step[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

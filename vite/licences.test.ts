import { expect, test } from 'vitest';
import { licencesDocument, packagesOf, readPackages, refused } from './licences.ts';

test('the document names each package with its version and licence', async () => {
  const document = licencesDocument(await readPackages());
  for (const { name, version, licence } of await readPackages())
    expect(document).toContain(`| ${name} | ${version} | ${licence} |`);
});

test('every package has a reviewed licence', async () => {
  expect(refused(await readPackages())).toEqual([]);
});

test('copyleft is refused unless another licence can be chosen or the package was reviewed', () => {
  const packages = packagesOf({
    packages: {
      '': { version: '1.0.0', license: 'UNLICENSED' },
      'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' },
      'node_modules/b': { version: '1.0.0', license: '(MIT OR GPL-3.0-or-later)' },
      'node_modules/c': { version: '1.0.0', license: 'MIT AND AGPL-3.0-only' },
      'node_modules/d': { version: '1.0.0', license: 'LGPL-3.0-or-later' },
      'node_modules/e': { version: '1.0.0' },
      'node_modules/a/node_modules/@img/sharp-libvips-linux-x64': { version: '1.0.0', license: 'LGPL-3.0-or-later' },
    },
  });
  expect(refused(packages).map(({ name }) => name)).toEqual(['a', 'c', 'd', 'e']);
});

test('a package used at runtime is no dev package, even if another copy is for tests', () => {
  const packages = packagesOf({
    packages: {
      'node_modules/a': { version: '1.0.0', license: 'MIT', dev: true },
      'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/c': { version: '1.0.0', license: 'MIT', dev: true },
    },
  });
  expect(packages.filter(({ dev }) => dev).map(({ name }) => name)).toEqual(['c']);
});

// What the sources may not contain. Rows of OWASP ASVS in docs/security.md name this file where the absence of
// something is required, or one place that does it.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const paths = (await Array.fromAsync(glob('src/**/*.{ts,tsx}', { cwd: root }))).filter(
  (path) => !/\.test\./.test(path),
);
const sources = await Promise.all(
  paths.sort().map(async (path) => ({ path, code: await readFile(join(root, path), 'utf8') })),
);

/** The files with a match, or what the expression's first group has matched in all files, each once. */
const filesWith = (expression: RegExp) => sources.filter(({ code }) => expression.test(code)).map(({ path }) => path);
const matchesOf = (expression: RegExp) =>
  [...new Set(sources.flatMap(({ code }) => [...code.matchAll(expression)].map(([, found = '']) => found)))].sort();

test('no text is run as a program or a command of a shell', () => {
  expect(filesWith(/\beval\(|new Function\(|node:vm|\bshell: true|\bimport\((?!\/\*|['"`]|\w+\)|join)/)).toEqual([]);
  expect(matchesOf(/^import \{([^}]*)\} from 'node:child_process'/gm).map((names) => names.trim())).toEqual([
    'execFile',
    'spawn',
    'type ChildProcess, fork',
  ]);
});

test('files of strangers are parsed by worker processes; libraries in C++ and WebAssembly open our own elsewhere', () => {
  const parsers = /from '(?:sharp|mammoth|cfb|fflate|saxes|@hyzyla\/\w+|libheif-js\/[^']*|@myriaddreamin\/[^']*)'/;
  expect(filesWith(parsers).filter((path) => !path.startsWith('src/platform/workers/'))).toEqual([
    'src/epaper/clips/server/clip-picture.service.ts', // cuts what a worker process has drawn
    'src/epaper/composing/server/page-composition.service.ts', // our own copies of pictures
    'src/platform/documents/pictures.ts', // the same
  ]);
});

describe('cryptography', () => {
  test('algorithms are those of the inventory', () => {
    expect(matchesOf(/create(?:Hash|Hmac)\('([^']+)'|\bhash\('([^']+)'/g)).toEqual(['', 'sha256']);
    expect(matchesOf(/hkdfSync\('([^']+)'/g)).toEqual(['sha256']);
    expect(matchesOf(/create(?:C|Dec)ipheriv\('([^']+)'/g)).toEqual(['aes-256-gcm']);
    expect(matchesOf(/createECDH\('([^']+)'/g)).toEqual(['prime256v1']);
    expect(matchesOf(/algorithm = '([^']+)'/g)).toEqual(['HS256']);
    expect(matchesOf(/supportedAlgorithmIDs = (\[[^\]]+\])/g)).toEqual(['[-8, -7, -257]']); // EdDSA, ES256, RS256
    expect(filesWith(/\bDES\b|\bRC4\b|-ecb|-cbc|PKCS1_PADDING|publicEncrypt|privateDecrypt/i)).toEqual([]);
  });

  test('nothing that must not be guessed is made by Math.random', () => {
    expect(filesWith(/Math\.random/)).toEqual([
      'src/news/live/server/live-events.service.ts',
      'src/news/live/web/follow.ts',
    ]); // random pauses
  });

  test('certificates of other servers are always checked', () => {
    expect(filesWith(/rejectUnauthorized: false|NODE_TLS_REJECT|checkServerIdentity/)).toEqual([
      'src/health/server/address-checks.service.ts', // reads an invalid certificate to report why, and sends nothing
    ]);
  });
});

test('worker processes get nothing of the environment, where secrets are', () => {
  const forks = sources.filter(({ code }) => /'node:child_process'/.test(code) && /\bfork\(/.test(code));
  expect(forks.map(({ code }) => /^ +env: (\{.*\}),$/m.exec(code)?.[1])).toEqual([
    '{ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }',
  ]);
});

test('only the commands write to the console; all else is the log', () => {
  const writers = filesWith(/\bconsole\.|process\.std(?:out|err)\.write/).filter(
    (path) => !/\/web\/|^src\/client\//.test(path),
  );
  expect(writers).toEqual(['src/dev.ts', 'src/main.ts', 'src/root.tsx', 'src/site/build.ts']);
});

test('messages of windows are heard by the service worker only, from pages of the site', () => {
  expect(filesWith(/\.addEventListener\('message'/)).toEqual(['src/shell/web/offline/offline-worker.ts']);
  expect(filesWith(/(?:window|parent|opener|top)\??\.postMessage|onmessageerror/)).toEqual([]);
});

test('pages load nothing by plug-ins', () => {
  expect(filesWith(/<(?:embed|object|applet)[\s/]/)).toEqual([]);
});

test('every field of a password is masked, names itself to password managers, and lets one paste', () => {
  const fields: string[] = [];
  const wrong: string[] = [];
  for (const { path, code } of sources.filter(({ path, code }) => path.endsWith('.tsx') && code.includes('password')))
    new Visitor({
      JSXOpeningElement({ attributes, start }) {
        const values = new Map(
          attributes.flatMap((attribute) => {
            if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') return [];
            const { value } = attribute;
            return [[attribute.name.name, value?.type === 'Literal' ? String(value.value) : '']];
          }),
        );
        if (!/password/.test(values.get('name') ?? '') && values.get('type') !== 'password') return;
        fields.push(path);
        const isUsual = values.get('type') === 'password' && values.has('autoComplete') && !values.has('onPaste');
        if (!isUsual) wrong.push(`${path} ${start}`);
      },
    }).visit(parseSync(path, code).program);
  expect(fields.length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

// Request bodies: generated from a call's schema, an honest body with a member or two replaced, or arbitrary.
import fc, { type Arbitrary } from 'fast-check';
import { docxBytes, essayBytes } from '#test/factories/documents.ts';
import { type Known, nearly, type Schema } from './schemas.ts';
import { anyJson, anyText } from './texts.ts';

export interface Body {
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
}

/** A file in a form. */
export interface SentFile {
  bytes: Uint8Array;
  name: string;
}

/** The members of a valid body. */
export type Members = Record<string, unknown>;

export const noBody: Arbitrary<Body> = fc.constant({ headers: {} });

/** Bodies for a call that accepts `type` with this schema; `honest` is a valid one. */
export function bodiesFor(type: string, schema: Schema, known: Known, honest?: Members): Arbitrary<Body> {
  const isForm = type === 'multipart/form-data';
  const written = (members: Arbitrary<unknown>) =>
    isForm ? withStrays(members as Arbitrary<Members>) : members.map(json);
  const near = written(isForm ? formMembers(schema, known) : nearly(schema, known));
  if (!honest) return fc.oneof({ weight: 8, arbitrary: near }, anyBody);
  const spoilt = withReplaced(honest, isForm ? formMembers(schema, known, true) : spoiltMembers(schema, known));
  return fc.oneof({ weight: 8, arbitrary: written(spoilt) }, { weight: 4, arbitrary: near }, anyBody);
}

const json = (value: unknown): Body => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value) ?? ''),
});

const spoiltMembers = ({ properties = {} }: Schema, known: Known): Arbitrary<Members> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, fc.oneof(anyText, nearly(field, known))]),
    ),
  );

/** The honest members with at most two of them, or of the optional ones, replaced. */
const withReplaced = (honest: Members, others: Arbitrary<Members>): Arbitrary<Members> =>
  others.chain((all) =>
    fc.subarray(Object.keys(all), { maxLength: Math.min(2, Object.keys(all).length) }).map((names) => ({
      ...honest,
      ...Object.fromEntries(names.map((name) => [name, all[name]])),
    })),
  );

const files = [
  essayBytes(),
  docxBytes(),
  Buffer.from('%PDF-1.7\n'),
  Buffer.from('date,narration,credit\n01/02/2026,UPI,10.00\n'),
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('PK\u0003\u0004'),
  new Uint8Array(0),
  new Uint8Array(1000),
];
const fileNames = fc.oneof(fc.constantFrom('a.pdf', 'a.docx', 'a.doc', 'a.png', 'a.csv', 'a.pdf.exe', 'a'), anyText);
const anyFile: Arbitrary<SentFile> = fc.record({ bytes: fc.constantFrom(...files), name: fileNames });

/** The members of a form, texts and files: all or a subset. */
function formMembers({ properties = {} }: Schema, known: Known, all = false): Arbitrary<Members> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      field.format === 'binary' ? fc.oneof({ weight: 4, arbitrary: anyFile }, anyText) : nearly(field, known),
    ]),
  );
  return all ? fc.record(fields) : fc.record(fields, { requiredKeys: [] });
}

/** As multipart, sometimes with a member of an unknown name. */
const withStrays = (members: Arbitrary<Members>): Arbitrary<Body> =>
  fc
    .tuple(
      members,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant({}) },
        fc.dictionary(anyText, fc.oneof(anyText, anyFile), { maxKeys: 2 }),
      ),
    )
    .map(([named, strays]) => multipart({ ...named, ...strays }));

const boundary = 'fuzz-7d3a';
// Escapes what would end a header's value early, as a browser does.
const quoted = (text: string) =>
  text.replaceAll(/[\r\n"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
const isFile = (value: unknown): value is SentFile => typeof value === 'object' && value !== null && 'bytes' in value;

function multipart(members: Members): Body {
  const parts = Object.entries(members).map(([name, value]) => {
    const filename = isFile(value) ? `; filename="${quoted(value.name)}"` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${filename}\r\n\r\n`;
    return Buffer.concat([
      Buffer.from(head),
      isFile(value) ? value.bytes : Buffer.from(textOf(value)),
      Buffer.from('\r\n'),
    ]);
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** A value as a query parameter or form field. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const contentTypes = [
  ...['text/plain', 'application/xml', 'a', 'application/json; charset=utf-16', 'multipart/mixed; boundary=b'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'application/x-www-form-urlencoded'],
];

/** Bodies that match no call's schema. */
const anyBody: Arbitrary<Body> = fc.oneof(
  anyJson.map(json),
  fc
    .constantFrom('{', '{"a":', '"', '[1,]', '{"__proto__":{"role":"admin"}}', '{"a":1,"a":2}', '1', 'null')
    .map((text) => ({ headers: { 'content-type': 'application/json' }, body: Buffer.from(text) })),
  fc
    .tuple(fc.constantFrom(...contentTypes), anyText)
    .map(([type, text]) => ({ headers: { 'content-type': type }, body: Buffer.from(text) })),
  fc
    .uint8Array({ maxLength: 300 })
    .map((body) => ({ headers: { 'content-type': 'multipart/form-data; boundary=b' }, body })),
);

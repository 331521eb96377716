// What a story's document can hold: the Markdown of story-text.rules.ts and nothing else, so that whatever is typed or
// pasted can be stored. Blocks that are not text have the names of their directives.
import { Extension, getSchema, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { type Directive, directiveLine, directiveText, readDirective } from '#src/markdown/directives.rules.ts';
import { readGallery } from './directive-nodes.ts';
import { storedLink } from './inline-writer.ts';

const StoryDocument = Node.create({ name: 'doc', topNode: true, content: '(block | leaf | container)+' });

// Tiptap's own begins with a paragraph; in Markdown an item may begin with any block.
const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** `tight`: no blank lines between the items. */
const ListSpacing = Extension.create({
  name: 'listSpacing',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { tight: { default: true, rendered: false } } },
  ],
});

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  priority: 1000, // outside of bold and italic
  addAttributes: () => ({ href: { default: '' }, title: { default: null } }),
  // Other attributes and addresses, such as those with scripts, are not stored.
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => storedLink(element.getAttribute('href') ?? '', element.getAttribute('title')) ?? false,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

const cell = { content: 'paragraph' };

/** A block that is written as one line, or a gallery. */
const leafOf = (name: Exclude<Directive['name'], 'facts' | 'correction'>, group: 'leaf' | 'container') =>
  Node.create({
    name,
    group,
    atom: true,
    draggable: true,
    addAttributes: () => ({ directive: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag: `div[data-directive=${name}]`,
        getAttrs: (element) => {
          const text = element.textContent ?? '';
          const directive = name === 'gallery' ? readGallery(text) : readDirective(text);
          return directive?.name === name && { directive };
        },
      },
    ],
    renderHTML: ({ node }) => ['div', { 'data-directive': name }, directiveText(node.attrs.directive)],
  });

/** A block with Markdown in it. */
const containerOf = (name: 'facts' | 'correction') =>
  Node.create({
    name,
    group: 'container',
    content: '(block | leaf)+',
    defining: true,
    isolating: true,
    addAttributes: () => ({ directive: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag: `aside[data-directive]`,
        getAttrs: (element) => {
          const directive = readDirective(element.getAttribute('data-directive') ?? '');
          return directive?.name === name && { directive };
        },
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'aside',
      mergeAttributes(HTMLAttributes, { 'data-directive': directiveLine(node.attrs.directive) }),
      0,
    ],
  });

/** The placeholder of a picture that is being uploaded. It is not stored. */
export const upload = Node.create({
  name: 'upload',
  group: 'leaf',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    key: {
      default: 0,
      parseHTML: (element) => Number(element.dataset.upload),
      renderHTML: ({ key }) => ({ 'data-upload': key }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-upload]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

export const leaves = (['picture', 'video', 'audio', 'embed', 'story'] as const).map((name) => leafOf(name, 'leaf'));
export const gallery = leafOf('gallery', 'container');
export const containers = (['facts', 'correction'] as const).map(containerOf);

/** The extensions of text. */
export const textExtensions = [
  StarterKit.configure({
    document: false,
    listItem: false,
    link: false,
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4, 5, 6] },
    // Text can be added below these without an empty paragraph.
    trailingNode: { notAfter: ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList'] },
  }),
  StoryDocument,
  ListItem,
  ListSpacing,
  Link,
  Table.extend({ group: 'block' }).configure({ renderWrapper: true }),
  TableRow,
  TableCell.extend(cell),
  TableHeader.extend(cell),
];

export const storySchema = getSchema([...textExtensions, ...leaves, upload, gallery, ...containers]);

import { eq, isNull, sql } from 'drizzle-orm';
import { pictures, stories } from '#src/news/schema/server/stories.tables.ts';
import { pictureWidths } from '#src/platform/documents/pictures.ts';
import type { TestSite } from '../site.ts';
import { pictureFile } from './pictures.ts';
import { createStory } from './stories.ts';

/** Sections with twelve stories down to one. */
export const sectionSizes = {
  'Sports News': 12,
  Business: 8,
  'Current News': 6,
  India: 5,
  Health: 4,
  Entertainment: 3,
  Education: 2,
  Others: 1,
};

const titles = [
  ['en', 'Harbour pilots end their strike'],
  [
    'en',
    'Naubat Ghat win the district night final with a four off the last ball, after a wait for a wedding procession',
  ],
  ['hi', 'नगर निगम मैदान पर भोर में खुले लड़कियों के क्रिकेट नेट, पहले हफ्ते 46 नाम'],
  ['ta', 'நூல் விலை ஏறியது, கூலி ஏறவில்லை: தறிப்பட்டி நெசவாளர்கள் போடும் கணக்கு'],
  ['ur', 'بندرگاہ کے ملاحوں نے ہڑتال ختم کر دی، کشتیاں صبح سے پھر چلیں گی'],
] as const;
const description =
  'Boats sailed from all nine landings at six in the morning, for the first time in eleven days. '.repeat(4);

/** A board with sections of all lengths, in four scripts. Every seventh story has no picture, the others one each. */
export async function fillBoard({ as, db, services }: TestSite): Promise<void> {
  const editor = await as('editor');
  let count = 0;
  for (const [category, size] of Object.entries(sectionSizes))
    for (let place = 0; place < size; place++) {
      const [language, title] = titles[count % titles.length] ?? titles[0];
      await createStory(editor, {
        news_category: category,
        news_sub_category: 'Others',
        news_submenu: 'Ferries',
        news_title: `${title} (${count})`,
        news_description: description,
        language,
      });
      count += 1;
    }
  // Rendered once, for a draft that is not public, and copied: rendering ten files for each takes minutes.
  await createStory(editor, { status: 'draft', image: await pictureFile(1600, 1067) });
  const model = await picturesReady(db);
  const files = ['', ...model.variants.map(({ width, format }) => `-${width}.${format}`)].map((end) => end || '.jpg');
  const bytes = await Promise.all(files.map((end) => services.files.bytes(`withheld/${model.name}${end}`)));
  for (const { id } of await db.select({ id: stories.id }).from(stories).where(isNull(stories.pictureId))) {
    if (id % 7 === 0) continue;
    const name = `${model.name.slice(0, 20)}${String(id).padStart(4, '0')}`;
    // one per file
    for (const [index, end] of files.entries())
      await services.files.put(`open/${name}${end}`, bytes[index] as Uint8Array, `image/${end.split('.').at(-1)}`);
    const [copy] = await db
      .insert(pictures)
      .values({ ...withoutId(model), name })
      .returning();
    await db.update(stories).set({ pictureId: copy?.id }).where(eq(stories.id, id));
  }
}

const withoutId = ({ id: _, ...row }: typeof pictures.$inferSelect) => row;

async function picturesReady(db: TestSite['db']) {
  for (;;) {
    const [row] = await db
      .select()
      .from(pictures)
      .where(sql`jsonb_array_length(variants) = ${2 * pictureWidths.length}`);
    if (row) return row;
    await new Promise((done) => setTimeout(done, 200));
  }
}
